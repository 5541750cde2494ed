import { reviewActions } from '#lib/actions/review-actions.ts'
import type { ReviewOutcome } from '#lib/contracts/changes.ts'
import { addMinutes, toIso } from '#server/demo/calendar.ts'
import { minutesToSignOff } from '#server/demo/completed-reviews.ts'
import { getEmail } from '#server/demo/people.ts'
import { listDifferences } from '#server/platform/audit/record-event.ts'
import type { reviews, reviewVersions } from '#server/schema/reviews.ts'
import { createEventBuilder, type DemoEvent, findWriter, policyWriter } from './demo-event.ts'

type Review = typeof reviews.$inferSelect
type Version = typeof reviewVersions.$inferSelect

/**
 * Builds the events of a review: opened by the policy or its reviewer, started, submitted, completed in each version
 * and reopened.
 */
export function buildReviewEvents(review: Review, versions: readonly Version[]): DemoEvent[] {
  const event = createEventBuilder(review.reference)
  const reviewer = findWriter(review.reviewer)
  const { changeNumber: change_number, createdAt, startedAt, submittedAt, dueOn: due_on } = review
  const reasons = review.reasons.map(({ rule, text }) => `${rule}: ${text}`)
  const isOwed = reasons.length > 0
  const fields = { change_number, reviewer: review.reviewer }
  const owed = { ...fields, status: 'not_started', due_on, reasons }
  return [
    isOwed
      ? event(createdAt, policyWriter, reviewActions.create, listDifferences({}, owed))
      : event(createdAt, reviewer, reviewActions.started, listDifferences({}, fields)),
    ...(isOwed && startedAt
      ? [event(startedAt, reviewer, reviewActions.begun, diffStatus('not_started', 'in_progress'))]
      : []),
    ...versions.flatMap((version, index) => buildVersionEvents(review, version, versions[index - 1]?.outcome ?? null)),
    ...(review.status === 'awaiting_sign_off' && submittedAt
      ? [event(submittedAt, reviewer, reviewActions.submitted, buildSubmission(review))]
      : []),
  ]
}

const diffStatus = (from: Review['status'], to: Review['status']) => listDifferences({ status: from }, { status: to })

const buildSubmission = ({ reviewer }: Review) => ({
  ...diffStatus('in_progress', 'awaiting_sign_off'),
  submitted_by: { from: null, to: reviewer },
})

function buildVersionEvents(review: Review, version: Version, formerOutcome: ReviewOutcome | null): DemoEvent[] {
  const event = createEventBuilder(review.reference)
  const { completedAt, signedOffBy, reopenedAt, reopenReason } = version
  const reviewer = findWriter(review.reviewer)
  const signer = signedOffBy === null ? null : findWriter(getEmail(signedOffBy))
  const submittedAt = toIso(addMinutes(Date.parse(completedAt), -minutesToSignOff))
  const completion = {
    ...diffStatus(signer ? 'awaiting_sign_off' : 'in_progress', 'completed'),
    pir_outcome: { from: formerOutcome, to: version.outcome },
    ...(signer && { signed_off_by: { from: null, to: signedOffBy } }),
  }
  const reopening = { ...diffStatus('completed', 'in_progress'), reopen_reason: { from: null, to: reopenReason } }
  return [
    ...(signer ? [event(submittedAt, reviewer, reviewActions.submitted, buildSubmission(review))] : []),
    event(completedAt, signer ?? reviewer, signer ? reviewActions.signed_off : reviewActions.completed, completion),
    ...(reopenedAt ? [event(reopenedAt, signer ?? reviewer, reviewActions.reopened, reopening)] : []),
  ]
}
