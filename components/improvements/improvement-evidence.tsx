'use client'

import { Fact, Facts } from '#components/ui/facts.tsx'
import { Person } from '#components/ui/person.tsx'
import { LinkedText } from '#components/ui/text/linked-text.tsx'
import { DateTime } from '#components/ui/time/date-time.tsx'
import { Day } from '#components/ui/time/day.tsx'
import type { Improvement } from '#lib/contracts/improvements.ts'

type ImprovementEvidenceProps = { improvement: Improvement; nameOf: (email: string) => string }

/** Evidence that an action is done, with completion, verification and recheck date. */
export function ImprovementEvidence({ improvement, nameOf }: ImprovementEvidenceProps) {
  const { evidence, done_at: doneAt, done_by: doneBy, recheck_on: recheckOn } = improvement
  const { verified_at: verifiedAt, verified_by: verifiedBy } = improvement
  if (evidence === null) return null
  return (
    <section aria-labelledby="action-evidence" className="flex flex-col gap-3 border-t border-line pt-4">
      <h2 id="action-evidence" className="text-sm font-semibold">
        Evidence
      </h2>
      <p className="max-w-prose whitespace-pre-line break-words">
        <LinkedText text={evidence} />
      </p>
      <Facts>
        {doneAt && doneBy ? (
          <Fact label="Done">
            <span className="flex flex-wrap items-center gap-x-1.5">
              <Person name={nameOf(doneBy)} />
              <DateTime value={doneAt} focusable />
            </span>
          </Fact>
        ) : null}
        {verifiedAt && verifiedBy ? (
          <Fact label="Verified">
            <span className="flex flex-wrap items-center gap-x-1.5">
              <Person name={nameOf(verifiedBy)} />
              <DateTime value={verifiedAt} focusable />
            </span>
          </Fact>
        ) : null}
        {recheckOn ? (
          <Fact label="Recheck on">
            <Day value={recheckOn} />
          </Fact>
        ) : null}
      </Facts>
    </section>
  )
}
