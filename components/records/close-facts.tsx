import { Fact } from '#components/ui/facts.tsx'
import type { ChangeRecord } from '#lib/contracts/changes.ts'
import { closeCodeLabels } from '#lib/domain/policy/describe-policy.ts'
import { capitalised } from '#lib/text/first-letter.ts'

type CloseFactsProps = { change: Pick<ChangeRecord, 'close_code' | 'close_notes'>; whenNone?: string }

/** Close code and close notes: the implementer's statement, not the outcome of a review. */
export function CloseFacts({ change: { close_code: code, close_notes: notes }, whenNone }: CloseFactsProps) {
  if (!code && !notes) return whenNone ? <Fact label="Closed as">{whenNone}</Fact> : null
  return (
    <>
      {code ? (
        <Fact label="Closed as" wide={notes !== null}>
          {capitalised(closeCodeLabels[code])}
        </Fact>
      ) : null}
      {notes ? (
        <Fact label="Close notes" wide>
          <span className="whitespace-pre-wrap">{notes}</span>
        </Fact>
      ) : null}
    </>
  )
}
