import type { Improvement } from '#lib/contracts/improvements.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'
import type { Reminder } from '#lib/review/reminders.ts'
import { formatDay } from '#lib/time/format-time.ts'
import type { ActionNotice } from './action.ts'

// Notifications of the daily reminders. Reminders are not recorded in the history, so they are not actions.

type DueReminder = Pick<Reminder, 'kind' | 'onceKey'> & { readonly recipients: readonly string[] }
type ReviewerFacts = { readonly reviewer: string | null; readonly reviewer_name: string | null }

const onDay = (word: string, day: string | null) => (day === null ? '' : ` ${word} ${formatDay(day)}`)

/** A review is due or overdue. `more` is an additional sentence at the end. */
export const buildDueReviewNotice = (
  { kind, onceKey, recipients }: DueReminder,
  review: ReviewerFacts & {
    readonly reference: string
    readonly due_on: string | null
    readonly change: string
    readonly title: string | null
  },
  more = '',
): ActionNotice => {
  const { reviewer, reviewer_name: name, change, title } = review
  const who = reviewer === null ? 'Nobody is assigned to the review.' : `The reviewer is ${name ?? reviewer}.`
  const verb = kind === 'review_reminder' ? 'is' : 'was'
  return {
    to: recipients,
    kind,
    onceKey,
    title: `The review ${review.reference} ${verb} due${onDay('on', review.due_on)}`,
    body: `${change}: ${title ?? 'a deleted change'}. ${who}${more}`,
    path: pagePaths.review(change),
  }
}

/** The result of a change is to be looked at again. */
export const buildSecondLookNotice = (review: {
  readonly reference: string
  readonly reviewer: string | null
  readonly number: string
  readonly title: string
}): ActionNotice => ({
  to: [review.reviewer],
  kind: 'second_look_due',
  title: `Look again at the result of ${review.number}`,
  body: `${review.title}: is it still good, better or worse than when ${review.reference} was completed?`,
  path: pagePaths.change(review.number),
})

/** A review has waited for a sign-off. */
export const buildWaitingReviewNotice = (
  { kind, onceKey, recipients }: DueReminder,
  review: ReviewerFacts & {
    readonly reference: string
    readonly submitted_at: string | null
    readonly submitted_by: string | null
  },
  change: { readonly number: string; readonly title: string },
): ActionNotice => ({
  to: recipients,
  kind,
  onceKey,
  title: `The review ${review.reference} has waited for sign-off${onDay('since', review.submitted_at?.slice(0, 10) ?? null)}`,
  body: `${change.number}: ${change.title}. The reviewer is ${review.reviewer_name ?? review.reviewer ?? review.submitted_by}.`,
  path: pagePaths.review(change.number, 'sign-off'),
})

/** A waiver has waited for its confirmation. */
export const buildWaitingWaiverNotice = (
  { kind, onceKey, recipients }: DueReminder,
  reference: string,
  request: { readonly at: string; readonly by: string },
  change: { readonly number: string; readonly title: string },
): ActionNotice => ({
  to: recipients,
  kind,
  onceKey,
  title: `The waiver of the review ${reference} has waited${onDay('since', request.at.slice(0, 10))}`,
  body: `${change.number}: ${change.title}. ${request.by} requested it.`,
  path: pagePaths.change(change.number),
})

/** An action is due, overdue, long overdue, or due for a recheck. */
export const buildDueActionNotice = (
  { kind, onceKey, recipients }: DueReminder,
  action: Pick<Improvement, 'id' | 'title' | 'target_date' | 'recheck_on' | 'source_ref'>,
  ownerName: string,
): ActionNotice => {
  const { id, title, target_date: due, recheck_on: recheck, source_ref: source } = action
  const words = describeReminder(kind, { due, recheck, ownerName })
  return {
    to: recipients,
    kind,
    onceKey,
    title: `${words.start} ${title}`,
    body: `${words.about} It comes from ${source}.`,
    path: pagePaths.improvement(id),
  }
}

function describeReminder(
  kind: Reminder['kind'],
  { due, recheck, ownerName }: { readonly due: string; readonly recheck: string | null; readonly ownerName: string },
) {
  switch (kind) {
    case 'action_due':
      return { start: `Due${onDay('on', due)}:`, about: 'You own this action.' }
    case 'action_overdue':
      return { start: `Overdue${onDay('since', due)}:`, about: 'You own this action.' }
    case 'action_escalated':
      return { start: `Still not done, due${onDay('on', due)}:`, about: `${ownerName} owns this action.` }
    default:
      return {
        start: 'Does it still work?',
        about: `This action is due for another check${onDay('since', recheck)}.`,
      }
  }
}
