import { useQuery } from '@tanstack/react-query'
import { OutcomeBadge, ReviewStatusBadge } from '#components/records/change-badges.tsx'
import { isReviewable } from '#components/records/change-labels.ts'
import { Person } from '#components/ui/avatar.tsx'
import { Badge } from '#components/ui/badge.tsx'
import { CardBody } from '#components/ui/card.tsx'
import { Fact, Facts } from '#components/ui/facts.tsx'
import { StatusBadge } from '#components/ui/status-badge.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import { DateTime } from '#components/ui/time/date-time.tsx'
import { Day } from '#components/ui/time/day.tsx'
import { decisionQuery } from '#lib/api/review-queries.ts'
import type { PolicyDecision } from '#lib/contracts/app/policy.ts'
import { isClosedReview } from '#lib/contracts/app/review-values.ts'
import type { Review } from '#lib/contracts/app/reviews.ts'
import type { ChangeRecord } from '#lib/contracts/changes.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'
import { describeExtensions } from '#lib/review/due.ts'
import { describeApiWrite, describeReturn } from '#lib/review/labels.ts'
import { outcomeCriteria } from '#lib/review/questions/outcome-criteria.ts'
import { secondLookLabels } from '#lib/review/second-look.ts'
import { lowerFirst } from '#lib/text/first-letter.ts'
import { SectionCard } from './sections.tsx'

type ReviewCardProps = {
  change: ChangeRecord
  review: Review | null
  /** YYYY-MM-DD */
  today: string
}

export function ReviewCard({ change, review, today }: ReviewCardProps) {
  const decision = useQuery(decisionQuery(change.number)).data?.decision
  const reference = review?.reference ?? change.pir_reference
  const isReviewed = review ? review.status === 'completed' : change.pir_completed
  return (
    <SectionCard section="review">
      <CardBody className="flex flex-col gap-3">
        {change.pir_outcome && isReviewed ? (
          <div className="flex flex-col items-start gap-1">
            <OutcomeBadge outcome={change.pir_outcome} />
            <p className="text-sm text-muted text-pretty">{outcomeCriteria[change.pir_outcome].criterion}</p>
          </div>
        ) : (
          <div>
            <Status change={change} review={review} isOwed={decision?.is_owed ?? null} />
          </div>
        )}
        <OwedBlock change={change} review={review} today={today} />
        <Facts>
          {reference ? (
            <Fact label="Reference">
              {review ? <TextLink href={pagePaths.review(change.number)}>{reference}</TextLink> : reference}
            </Fact>
          ) : null}
          {change.pir_date ? <Fact label="Review date" value={<Day value={change.pir_date} />} /> : null}
          {review ? <ReviewFacts review={review} /> : null}
          {change.pir_outcome && !isReviewed ? (
            <Fact label={review?.completions ? 'Outcome of the last completion' : 'Outcome recorded without a review'}>
              <OutcomeBadge outcome={change.pir_outcome} />
            </Fact>
          ) : null}
          {review ? <LastWrite review={review} /> : null}
        </Facts>
        {!review && change.pir_completed ? (
          <p className="text-sm text-muted">This review was completed through the API or in another system.</p>
        ) : null}
      </CardBody>
    </SectionCard>
  )
}

function ReviewFacts({ review }: { review: Review }) {
  const { signed_off_by: signer, set_through_api: apiWrite, waived, returned } = review
  return (
    <>
      <Fact label="Reviewer" value={<Person name={review.reviewer_name} fallback="Unassigned" />} />
      {signer ? <Fact label="Signed off">by {signer}</Fact> : null}
      {apiWrite ? <Fact label="After completion" wide value={describeApiWrite(apiWrite)} /> : null}
      {review.second_look ? (
        <Fact label="Looked at again" wide>
          {secondLookLabels[review.second_look.verdict]}, by {review.second_look.by}: {review.second_look.note}
        </Fact>
      ) : review.second_look_on ? (
        <Fact label="To be looked at again on" value={<Day value={review.second_look_on} />} />
      ) : null}
      {waived ? (
        <Fact label="Waived" wide>
          {waived.by ? `by ${waived.by}` : ''}
          {waived.requested_by ? `, requested by ${waived.requested_by}` : ''}
          {waived.by ? ': ' : ''}
          {waived.reason}
        </Fact>
      ) : null}
      {returned ? (
        <Fact label={describeReturn(returned)} wide>
          by {returned.by}: {returned.reason}
        </Fact>
      ) : null}
    </>
  )
}

function LastWrite({ review }: { review: Review }) {
  const lastSaved = findLastSave(review)
  if (review.completed_at)
    return (
      <Fact label="Completed">
        <DateTime value={review.completed_at} />
        {review.completed_through === 'api' ? ' through the API' : ''} by {review.completed_by}
      </Fact>
    )
  return lastSaved ? <Fact label="Last saved" value={<DateTime value={lastSaved} />} /> : null
}

/** Returns the time of the last saved answer. `updated_at` will not do, because reminders change it too. */
const findLastSave = ({ steps }: Review): string | null =>
  Object.values(steps).reduce<string | null>((last, { saved_at: at }) => (at && (!last || at > last) ? at : last), null)

type StatusProps = {
  change: ChangeRecord
  review: Review | null
  /** True if the policy requires a review; null before it decides. */
  isOwed: boolean | null
}

function Status({ change, review, isOwed }: StatusProps) {
  if (review) return <ReviewStatusBadge status={review.status} />
  if (change.pir_completed) return <StatusBadge tone="success">Completed</StatusBadge>
  if (isOwed === false) return <StatusBadge hollow>No review required</StatusBadge>
  if (isReviewable(change)) {
    return (
      <div className="flex flex-col items-start gap-1">
        <StatusBadge hollow tone={change.state === 'review' ? 'warning' : 'neutral'}>
          Not started
        </StatusBadge>
        <p className="text-sm text-muted text-pretty">
          {change.state === 'review' ? 'The work is done. Nobody has started a review.' : 'Nobody has started it.'}
        </p>
      </div>
    )
  }
  return <p className="text-sm text-muted text-pretty">{reasonNotYet(change)}</p>
}

function reasonNotYet({ is_stub, state }: ChangeRecord): string {
  if (is_stub) return 'There is nothing to review until the change has been imported.'
  if (state === 'canceled') return 'The change was cancelled. There is nothing to review.'
  return 'The work has not started. There is nothing to review yet.'
}

function OwedBlock({ change, review, today }: { change: ChangeRecord; review: Review | null; today: string }) {
  const decision = useQuery(decisionQuery(change.number)).data?.decision ?? null
  if (review?.status === 'waived') return null
  if (review && review.reasons.length > 0) return <Owed review={review} decision={decision} today={today} />
  if (review || decision?.is_owed) return null
  if (!decision && (change.state !== 'review' || change.is_stub || change.pir_completed)) return null
  return (
    <p className="text-sm text-muted text-pretty">
      {decision
        ? 'No rule of the policy matches. You can still start a review.'
        : 'The policy decides within a minute or two whether a review is required.'}
    </p>
  )
}

function Owed({ review, decision, today }: { review: Review; decision: PolicyDecision | null; today: string }) {
  const { reasons, due_on: due, first_due_on: first, extensions, status, form_kind: form } = review
  const isOpen = !isClosedReview(status)
  const isOverdue = isOpen && due !== null && due < today
  const isAsAssigned = decision?.assigned_through && decision.assignee === review.reviewer
  return (
    <div className="rounded-md border border-line bg-sunken px-3 py-2 text-sm">
      <h3 className="text-xs text-muted">Why it is required</h3>
      <ul className="flex flex-col gap-0.5">
        {reasons.map(({ rule_id: id, rule, text }) => (
          <li key={id} className="text-pretty">
            <span className="font-medium">{rule}</span>
            {text === rule ? null : <span className="text-muted"> — {text}</span>}
          </li>
        ))}
      </ul>
      <p className="mt-1.5 flex flex-wrap items-center gap-x-1.5">
        {due === null ? null : (
          <span>
            Due <Day value={due} />
            {first === null ? null : (
              <>
                ,{' '}
                <span className="whitespace-nowrap">
                  first <Day value={first} />
                </span>
                {describeExtensions(extensions)}
              </>
            )}
          </span>
        )}
        {isOverdue ? <Badge tone="danger">Overdue</Badge> : null}
        <span className="text-muted">
          {form === 'full' ? 'Full form' : 'Short form'}
          {review.needs_sign_off ? ', needs sign-off' : ''}
        </span>
      </p>
      {isOpen && review.reviewer === null ? (
        <p className="text-muted text-pretty">No reviewer: no matching rule found somebody who may review it.</p>
      ) : null}
      {isAsAssigned ? (
        <p className="text-muted text-pretty">
          {review.reviewer_name}: {lowerFirst(decision.assigned_through ?? '')}
        </p>
      ) : null}
    </div>
  )
}
