import type { ReviewOutcome } from '#lib/contracts/changes.ts'
import { differences } from '#server/platform/audit/record-event.ts'
import type { reviews, reviewVersions } from '#server/schema/reviews.ts'
import { signedAfter } from '../build-versions.ts'
import { addMinutes, toIso } from '../calendar.ts'
import { personNamed } from '../people.ts'
import { type DemoEvent, eventsOf, policyWriter, writerOf } from './demo-event.ts'

type Review = typeof reviews.$inferSelect
type Version = typeof reviewVersions.$inferSelect

/**
 * A demo review as it was opened by the policy or started by choice, begun, handed in, completed with the outcome that
 * each of its versions gives, and reopened.
 */
export function reviewEvents(review: Review, versions: readonly Version[]): DemoEvent[] {
  const event = eventsOf('review', review.reference)
  const reviewer = writerOf(review.reviewer)
  const { changeNumber: change_number, startedAt } = review
  const isOwed = review.reasons.length > 0
  const owed = {
    ...{ change_number, status: 'not_started', reviewer: review.reviewer, due_on: review.dueOn },
    reasons: review.reasons.map(({ rule, text }) => `${rule}: ${text}`),
  }
  const begun = differences({ status: 'not_started' }, { status: 'in_progress' })
  return [
    isOwed
      ? event(review.createdAt, policyWriter, 'create', differences({}, owed))
      : event(review.createdAt, reviewer, 'create', differences({}, { change_number, reviewer: review.reviewer })),
    ...(isOwed && startedAt ? [event(startedAt, reviewer, 'update', begun)] : []),
    ...versions.flatMap((version, index) => versionEvents(review, version, versions[index - 1]?.outcome ?? null)),
    ...(review.status === 'awaiting_sign_off' && review.submittedAt
      ? [event(review.submittedAt, reviewer, 'update', handedIn(review))]
      : []),
  ]
}

const moved = (from: Review['status'], to: Review['status']) => differences({ status: from }, { status: to })

const handedIn = ({ reviewer }: Review) => ({
  ...moved('in_progress', 'awaiting_sign_off'),
  submitted_by: { from: null, to: reviewer },
})

function versionEvents(review: Review, version: Version, formerOutcome: ReviewOutcome | null): DemoEvent[] {
  const event = eventsOf('review', review.reference)
  const { completedAt, signedOffBy, reopenedAt, reopenReason } = version
  const reviewer = writerOf(review.reviewer)
  const outcome = { pir_outcome: { from: formerOutcome, to: version.outcome } }
  const signer = signedOffBy === null ? null : writerOf(personNamed(signedOffBy).email)
  const completion = signer
    ? [
        event(toIso(addMinutes(Date.parse(completedAt), -signedAfter)), reviewer, 'update', handedIn(review)),
        event(completedAt, signer, 'update', {
          ...moved('awaiting_sign_off', 'completed'),
          ...outcome,
          signed_off_by: { from: null, to: signedOffBy },
        }),
      ]
    : [event(completedAt, reviewer, 'update', { ...moved('in_progress', 'completed'), ...outcome })]
  if (!reopenedAt) return completion
  const reason = { reopen_reason: { from: null, to: reopenReason } }
  return [
    ...completion,
    event(reopenedAt, signer ?? reviewer, 'update', { ...moved('completed', 'in_progress'), ...reason }),
  ]
}
