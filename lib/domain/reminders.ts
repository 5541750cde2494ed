import type { NotificationKind } from '#lib/contracts/app/notification-values.ts'
import type { reviewStatuses } from '#lib/contracts/app/review-values.ts'
import type { Improvement } from '#lib/contracts/improvements.ts'
import { addBusinessDays } from './business-days.ts'
import { dayAfter, daysBetween, isUnfinished } from './improvement-due.ts'

/** Who is reminded: the people of the record by their part in it, or all managers; `signers` are those who may sign it. */
type Recipient = 'reviewer' | 'owner' | 'verifier' | 'managers' | 'signers'

export type Reminder = {
  readonly kind: NotificationKind
  readonly to: readonly Recipient[]
  /** Each reminder is said once for a record and its date, or each week of waiting; a new date is a new matter. */
  readonly onceKey: string
}

type DueReview = {
  reference: string
  status: (typeof reviewStatuses)[number]
  reviewer: string | null
  due_on: string | null
}
type WaitingReview = { reference: string; submitted_at: string | null }
type DueAction = Pick<Improvement, 'id' | 'status' | 'target_date' | 'recheck_on'>

/** Business days before its due date on which a review is remembered. */
export const reviewNotice = 2
/** Business days after which managers are told of an overdue review. */
const reviewPatience = 5
/** Business days after which a review that waits for sign-off is remembered, and days after which it is again. */
const signOffPatience = 3
const signOffInterval = 7
/** Days before its target date on which an action is remembered. */
export const actionNotice = 3
/** Days after which managers are told of an overdue action. */
const actionPatience = 14
/** Days after which nothing is said any more of a date: old records that are imported wake nobody. */
export const reminderMemory = 30

/**
 * What is to be said of a review on a day (YYYY-MM-DD). What waits for sign-off is out of the reviewer's hands. Source:
 * product.md, "Due in 10 business days".
 */
export function reviewReminders(review: DueReview, today: string, holidays?: ReadonlySet<string>): Reminder[] {
  const { reference, status, reviewer, due_on: due } = review
  if (due === null || (status !== 'not_started' && status !== 'in_progress')) return []
  const onceKey = (about: string) => `${about} ${reference} ${due}`
  if (today <= due) {
    const isNear = reviewer !== null && due <= addBusinessDays(today, reviewNotice, holidays)
    return isNear ? [{ kind: 'review_reminder', to: ['reviewer'], onceKey: onceKey('review_reminder') }] : []
  }
  if (isForgotten(due, today)) return []
  const isLong = reviewer === null || today >= addBusinessDays(due, reviewPatience, holidays)
  return [
    ...(reviewer === null
      ? []
      : [{ kind: 'review_overdue', to: ['reviewer'], onceKey: onceKey('review_overdue') } as const]),
    ...(isLong
      ? [{ kind: 'review_overdue', to: ['managers'], onceKey: onceKey('review_overdue_managers') } as const]
      : []),
  ]
}

/**
 * What is to be said on a day (YYYY-MM-DD) of a review that waits for sign-off: nothing stands still for want of it.
 * Source: product.md, the review, step 7.
 */
export function signOffReminders(
  { reference, submitted_at: at }: WaitingReview,
  today: string,
  holidays?: ReadonlySet<string>,
): Reminder[] {
  if (at === null) return []
  const asked = at.slice(0, 10)
  const first = addBusinessDays(asked, signOffPatience, holidays)
  if (today < first || isForgotten(asked, today)) return []
  const week = Math.floor(daysBetween(first, today) / signOffInterval)
  return [{ kind: 'sign_off_reminder', to: ['signers'], onceKey: `sign_off_reminder ${reference} ${at} ${week}` }]
}

/** What is to be said of an action on a day (YYYY-MM-DD). Source: product.md, "Improvement register". */
export function actionReminders(action: DueAction, today: string): Reminder[] {
  const { id, status, target_date: due, recheck_on: recheck } = action
  if (status === 'verified') {
    const isDue = recheck !== null && recheck <= today && !isForgotten(recheck, today)
    return isDue
      ? [{ kind: 'action_recheck', to: ['owner', 'verifier'], onceKey: `action_recheck ${id} ${recheck}` }]
      : []
  }
  if (!isUnfinished(status)) return []
  if (today <= due) {
    const isNear = due <= dayAfter(today, actionNotice)
    return isNear ? [{ kind: 'action_due', to: ['owner'], onceKey: `action_due ${id} ${due}` }] : []
  }
  if (isForgotten(due, today)) return []
  const isLong = today >= dayAfter(due, actionPatience)
  return [
    { kind: 'action_overdue', to: ['owner'], onceKey: `action_overdue ${id} ${due}` },
    ...(isLong
      ? [{ kind: 'action_escalated', to: ['managers'], onceKey: `action_escalated ${id} ${due}` } as const]
      : []),
  ]
}

const isForgotten = (day: string, today: string) => dayAfter(day, reminderMemory) < today
