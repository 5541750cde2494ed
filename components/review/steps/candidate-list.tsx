import { Check, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { FieldComments } from '#components/discussion/field-comments.tsx'
import { CandidateScore } from '#components/incidents/candidate-score.tsx'
import { IncidentLink } from '#components/incidents/incident-link.tsx'
import { toEntryId } from '#components/review/form/missing-list.tsx'
import { focusHash } from '#components/review/form/use-step-href.ts'
import { Button } from '#components/ui/button.tsx'
import { cx } from '#components/ui/class-names.ts'
import { Field } from '#components/ui/form/field.tsx'
import { toFieldId } from '#components/ui/form/field-id.ts'
import { Textarea } from '#components/ui/form/textarea.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import { DateTime } from '#components/ui/time/date-time.tsx'
import { pagePaths } from '#lib/domain/page-paths.ts'
import {
  describeDecision,
  findCommonReason,
  listEarlierReasons,
  rejectionReasons,
  replaceReason,
} from '#lib/review/decisions.ts'
import type { Candidate, FormDecision } from './use-candidates.ts'

type CandidateListProps = {
  change: string
  /** The services whose incidents were searched. */
  services: readonly string[]
  candidates: readonly Candidate[]
  /** Number of less likely candidates that are not listed. */
  unlistedCount: number
  decisions: readonly FormDecision[]
  onDecide: (number: string, decision: FormDecision | null) => void
  shownAtFirst?: number
  /** Numbers of incidents that must be decided on; always shown. */
  pinned: readonly string[]
  /** Advice about an incident that is not listed. */
  advice?: string
}

/** Incidents to decide on, most likely first. Incidents rejected earlier are listed separately. */
export function CandidateList({
  change,
  services,
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
            {candidates.length > 0
              ? 'Incidents'
              : services.length > 0
                ? `No incidents of ${services.join(', ')} in this window`
                : 'No incidents found'}{' '}
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
              : 'No incident names this change, and no other one in this window resembles it. '}
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

type IncidentCandidateProps = {
  change: string
  candidate: Candidate
  decision: FormDecision | null
  earlier: readonly string[]
  onDecide: (decision: FormDecision | null) => void
}

const choices = [
  { choice: 'confirmed', label: 'Caused by this change', Icon: Check, variant: 'danger' },
  { choice: 'rejected', label: 'Unrelated', Icon: X, variant: 'primary' },
] as const

const styles = {
  open: 'border-line',
  confirmed: 'border-line border-l-3 border-l-danger',
  rejected: 'border-line bg-sunken',
}

function IncidentCandidate({ change, candidate, decision, earlier, onDecide }: IncidentCandidateProps) {
  const { incident, score, parts } = candidate
  const { number } = incident
  const currentChoice = decision?.decision ?? null
  const otherCause = incident.caused_by_change === change ? null : incident.caused_by_change
  const choose = (choice: FormDecision['decision']) =>
    onDecide(choice === currentChoice ? null : { incident: number, decision: choice, reason: decision?.reason ?? '' })
  return (
    <li
      id={toEntryId('decisions', number)}
      className={cx('rounded-md border px-3 py-2', styles[currentChoice ?? 'open'])}
    >
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-72">
          <p className="flex flex-wrap items-baseline gap-x-2 text-sm">
            <IncidentLink number={number} />
            <span className="font-medium">{incident.short_description}</span>
          </p>
          <p className="text-xs text-muted">
            {incident.priority} · {incident.affected_service ?? 'no service'} · opened{' '}
            <DateTime value={incident.opened_at} />
          </p>
          {score === null ? null : <CandidateScore score={score} parts={parts} />}
          {otherCause === null ? null : (
            <p className="mt-1 text-xs">
              Already confirmed as caused by{' '}
              <TextLink href={`${pagePaths.change(otherCause)}#incidents`}>{otherCause}</TextLink>. An incident has one
              cause: remove it there first, or mark it as unrelated here.
            </p>
          )}
        </div>
        <fieldset className="flex max-w-full min-w-0 flex-wrap gap-1.5">
          <legend className="sr-only">{number}: caused by the change?</legend>
          {choices.map(({ choice, label, Icon, variant }) => (
            <Button
              key={choice}
              size="sm"
              variant={currentChoice === choice ? variant : 'secondary'}
              aria-pressed={currentChoice === choice}
              disabled={choice === 'confirmed' && otherCause !== null && currentChoice !== choice}
              icon={<Icon />}
              onClick={() => choose(choice)}
            >
              {label}
            </Button>
          ))}
        </fieldset>
      </div>
      {decision ? (
        <Field
          className="mt-2"
          label={currentChoice === 'rejected' ? `Why is ${number} unrelated?` : `How did it cause ${number}?`}
          hint={
            currentChoice === 'confirmed'
              ? 'Optional. Shown in the report.'
              : 'Choose a reason, write your own, or both. Shown in the report.'
          }
          required={currentChoice === 'rejected'}
        >
          {currentChoice === 'rejected' ? (
            <RejectionReasons
              number={number}
              text={decision.reason}
              earlier={earlier}
              onChange={(reason) => onDecide({ ...decision, reason })}
            />
          ) : null}
          <Textarea
            rows={2}
            value={decision.reason}
            onChange={(event) => onDecide({ ...decision, reason: event.target.value })}
          />
        </Field>
      ) : null}
    </li>
  )
}

type RejectionReasonsProps = {
  number: string
  text: string
  earlier: readonly string[]
  onChange: (text: string) => void
}

/** Common reasons are put before the written text; the person's earlier reasons replace it. */
function RejectionReasons({ number, text, earlier, onChange }: RejectionReasonsProps) {
  const chosen = findCommonReason(text)
  return (
    <fieldset className="mt-0.5 mb-1 flex flex-wrap gap-1.5">
      <legend className="sr-only">Reasons why {number} is unrelated</legend>
      {rejectionReasons.map((reason) => (
        <Button
          key={reason}
          size="sm"
          variant={chosen === reason ? 'primary' : 'secondary'}
          aria-pressed={chosen === reason}
          onClick={() => onChange(replaceReason(text, reason))}
        >
          {reason}
        </Button>
      ))}
      {earlier.map((reason) => (
        <Button
          key={reason}
          size="sm"
          variant={text === reason ? 'primary' : 'secondary'}
          aria-pressed={text === reason}
          onClick={() => onChange(reason)}
        >
          <span className="max-w-60 truncate">{reason}</span>
        </Button>
      ))}
    </fieldset>
  )
}
