'use client'

import { useQuery } from '@tanstack/react-query'
import { Badge } from '#components/ui/badge.tsx'
import { Day } from '#components/ui/time/day.tsx'
import { decisionQuery } from '#lib/api/change-queries.ts'
import type { PolicyDecision } from '#lib/contracts/app/policy.ts'
import { isClosedReview } from '#lib/contracts/app/review-values.ts'
import type { Review } from '#lib/contracts/app/reviews.ts'
import type { ChangeRecord } from '#lib/contracts/changes.ts'
import { describeExtensions } from '#lib/domain/review/describe-due.ts'
import { lowerFirst } from '#lib/text/first-letter.ts'

type OwedBlockProps = {
  change: ChangeRecord
  review: Review | null
  /** YYYY-MM-DD */
  today: string
}

/** Due date, reviewer and reasons of a required review, or the reason why none is required. */
export function OwedBlock({ change, review, today }: OwedBlockProps) {
  const decision = useQuery(decisionQuery(change.number)).data?.decision ?? null
  if (review?.status === 'waived') return null
  if (review && review.reasons.length > 0) return <Owed review={review} decision={decision} today={today} />
  if (review || decision?.is_owed) return null
  const text = explainNoReview(change, decision)
  return text === null ? null : <p className="text-sm text-muted text-pretty">{text}</p>
}

function Owed({ review, decision, today }: { review: Review; decision: PolicyDecision | null; today: string }) {
  const { reasons, due_on: due, status, form_kind: form, needs_sign_off: needsSignOff } = review
  const isOpen = !isClosedReview(status)
  const isOverdue = isOpen && status !== 'awaiting_sign_off' && due !== null && due < today
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
            Due <ReviewDue review={{ ...review, due_on: due }} />
          </span>
        )}
        {isOverdue ? <Badge tone="danger">Overdue</Badge> : null}
        <span className="text-muted">
          {form === 'full' ? 'Full form' : 'Short form'}
          {needsSignOff ? ', needs sign-off' : ''}
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

function explainNoReview(
  { state, is_stub, pir_completed }: ChangeRecord,
  decision: PolicyDecision | null,
): string | null {
  if (decision) return 'No rule of the policy matches. You can still start a review.'
  if (state !== 'review' || is_stub || pir_completed) return null
  return 'The policy decides within a minute or two whether a review is required.'
}

type ReviewDueProps = { review: Pick<Review, 'first_due_on' | 'extensions'> & { due_on: string } }

/** Due date of a review, with the first one if it was extended. */
function ReviewDue({ review: { due_on: due, first_due_on: first, extensions } }: ReviewDueProps) {
  if (first === null) return <Day value={due} />
  return (
    <>
      <Day value={due} />,{' '}
      <span className="whitespace-nowrap">
        first <Day value={first} />
      </span>
      {describeExtensions(extensions)}
    </>
  )
}
