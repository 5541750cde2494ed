'use client'

import { useEffect, useState } from 'react'
import { FieldComments } from '#components/discussion/field-comments.tsx'
import { focusHash } from '#components/review/form/use-step-href.ts'
import { Button } from '#components/ui/button.tsx'
import { toFieldId } from '#components/ui/form/field-id.ts'
import { describeDecision } from '#lib/domain/review/describe-decision.ts'
import { listEarlierReasons } from '#lib/domain/review/rejection-reasons.ts'
import { IncidentCandidate } from './incident-candidate.tsx'
import type { Candidate } from './use-candidates.ts'
import type { FormDecision } from './use-decide-incident.ts'

type CandidateListProps = {
  /** Number of the change under review. */
  change: string
  candidates: readonly Candidate[]
  /** Number of less likely candidates that are not listed. */
  unlistedCount: number
  decisions: readonly FormDecision[]
  onDecide: (number: string, decision: FormDecision | null) => void
  /** Number of undecided incidents that are shown at first. */
  shownAtFirst?: number
  /** Numbers of incidents that must be decided on; always shown. */
  pinned: readonly string[]
  /** Advice about an incident that is not listed. */
  advice?: string
}

/** Incidents to decide on, most likely first. Incidents rejected earlier are listed separately. */
export function CandidateList({
  change,
  candidates,
  unlistedCount,
  decisions,
  onDecide,
  shownAtFirst = 20,
  pinned,
  advice = 'If you know of one, widen the window or add it by its number.',
}: CandidateListProps) {
  const [showsAll, setShowsAll] = useState(false)
  const [rejectedEarlier] = useState(
    () => new Set(decisions.filter(isRejectedWithReason).map(({ incident }) => incident)),
  )
  useEffect(() => void focusHash(), [])
  const decided = new Map(decisions.map((decision) => [decision.incident, decision]))
  const rejected = candidates.filter(({ incident }) => rejectedEarlier.has(incident.number))
  const open = candidates.filter(({ incident }) => !rejectedEarlier.has(incident.number))
  const isAlwaysShown = ({ incident: { number } }: Candidate) => decided.has(number) || pinned.includes(number)
  const shownCandidates = open.filter(
    (candidate, index) => showsAll || index < shownAtFirst || isAlwaysShown(candidate),
  )
  const listed = (some: readonly Candidate[]) => (
    <ul className="flex flex-col gap-2">
      {some.map((candidate) => (
        <IncidentCandidate
          key={candidate.incident.number}
          change={change}
          candidate={candidate}
          earlier={listEarlierReasons(decisions, candidate.incident.number)}
          decision={decided.get(candidate.incident.number) ?? null}
          onDecide={(decision) => onDecide(candidate.incident.number, decision)}
        />
      ))}
    </ul>
  )
  return (
    <>
      <section id={toFieldId('decisions')} aria-labelledby="candidates">
        <div className="mb-2 flex items-start justify-between gap-2">
          <h3 id="candidates" className="text-sm font-semibold">
            {candidates.length === 0 ? 'No incidents in this window' : 'Incidents'}{' '}
            {candidates.length > 0 ? (
              <span className="font-normal text-muted tabular-nums">
                {describeDecision(
                  change,
                  candidates.map(({ incident }) => incident),
                  new Set(decided.keys()),
                  pinned,
                )}
              </span>
            ) : null}
          </h3>
          <FieldComments name="decisions" />
        </div>
        {open.length === 0 ? (
          <p className="text-sm text-muted">
            {rejected.length > 0
              ? 'No incidents left to decide on. '
              : 'No incident names this change, and none in this window resembles it. '}
            {advice}
          </p>
        ) : null}
        {listed(shownCandidates)}
        {shownCandidates.length < open.length ? (
          <Button className="mt-2" onClick={() => setShowsAll(true)}>
            Show {open.length - shownCandidates.length} less likely
          </Button>
        ) : null}
        {unlistedCount > 0 ? (
          <p className="mt-2 text-xs text-muted">
            {unlistedCount} less likely incidents are not shown. Narrow the window to see them.
          </p>
        ) : null}
      </section>
      {rejected.length > 0 ? (
        <section aria-labelledby="rejected">
          <h3 id="rejected" className="mb-2 text-sm font-semibold">
            Rejected earlier <span className="font-normal text-muted tabular-nums">{rejected.length}</span>
          </h3>
          {listed(rejected)}
        </section>
      ) : null}
    </>
  )
}

const isRejectedWithReason = ({ decision, reason }: FormDecision) => decision === 'rejected' && reason.trim() !== ''
