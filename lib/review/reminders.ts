import type { reviewStatuses } from '#lib/contracts/app/review-values.ts'
import type { NotificationKind } from '#lib/contracts/app/values.ts'
import type { Improvement } from '#lib/contracts/improvements.ts'
import { addDaysTo, countDaysBetween, isUnfinished } from '#lib/domain/improvements/improvement-due.ts'
import { addBusinessDays } from '#lib/domain/policy/business-days.ts'

/** `signers` are the people who may sign the review off, or confirm its waiver. */
type Recipient = 'reviewer' | 'owner' | 'verifier' | 'managers' | 'signers'

export type Reminder = {
  readonly kind: NotificationKind
  readonly to: readonly Recipient[]
  /** A reminder is sent once per key: per record and due date, or per week of waiting. */
  readonly onceKey: string
}

type DueReview = {
  reference: string
  status: (typeof reviewStatuses)[number]
  reviewer: string | null
  due_on: string | null
}
type WaitingReview = { reference: string; submitted_at: string | null; waiver_requested?: { at: string } | null }
type DueAction = Pick<Improvement, 'id' | 'status' | 'target_date' | 'recheck_on'>

/** Business days before the due date of a review. */
export const reviewNoticeDays = 2
/** Business days after which managers are notified of an overdue review. */
const reviewEscalationDays = 5
/** Business days after which managers are reminded of a review that waits for them, and then days between reminders. */
const signOffReminderDays = 3
const signOffIntervalDays = 7
/** Days before the target date of an action. */
export const actionNoticeDays = 3
/** Days after which managers are notified of an overdue action. */
const actionEscalationDays = 14
/** Maximum age of a date in days; older ones cause no reminder, so that imported old records notify nobody. */
export const maxReminderAgeDays = 30

/** Lists the reminders about an open review on a day (YYYY-MM-DD). */
export function listReviewReminders(review: DueReview, today: string, holidays?: ReadonlySet<string>): Reminder[] {
  const { reference, status, reviewer, due_on: due } = review
  if (due === null || (status !== 'not_started' && status !== 'in_progress')) return []
  const onceKey = (about: string) => `${about} ${reference} ${due}`
  if (today <= due) {
    const isNear = reviewer !== null && due <= addBusinessDays(today, reviewNoticeDays, holidays)
    return isNear ? [{ kind: 'review_reminder', to: ['reviewer'], onceKey: onceKey('review_reminder') }] : []
  }
  if (isTooOld(due, today)) return []
  const isEscalated = reviewer === null || today >= addBusinessDays(due, reviewEscalationDays, holidays)
  return [
    ...(reviewer === null
      ? []
      : [{ kind: 'review_overdue', to: ['reviewer'], onceKey: onceKey('review_overdue') } as const]),
    ...(isEscalated
      ? [{ kind: 'review_overdue', to: ['managers'], onceKey: onceKey('review_overdue_managers') } as const]
      : []),
  ]
}

/**
 * Lists the reminders about a review that waits for confirmation of its waiver or for sign-off on a day (YYYY-MM-DD).
 */
export function listSignOffReminders(
  { reference, submitted_at: submittedAt, waiver_requested: request }: WaitingReview,
  today: string,
  holidays?: ReadonlySet<string>,
): Reminder[] {
  const at = request?.at ?? submittedAt
  if (at === null) return []
  const since = at.slice(0, 10)
  const first = addBusinessDays(since, signOffReminderDays, holidays)
  if (today < first || isTooOld(since, today)) return []
  const week = Math.floor(countDaysBetween(first, today) / signOffIntervalDays)
  const kind = request ? 'waiver_requested' : 'sign_off_reminder'
  return [{ kind, to: ['signers'], onceKey: `${kind} ${reference} ${at} ${week}` }]
}

/** Lists the reminders about an action on a day (YYYY-MM-DD). */
export function listActionReminders(action: DueAction, today: string): Reminder[] {
  const { id, status, target_date: due, recheck_on: recheck } = action
  if (status === 'verified') {
    const isDue = recheck !== null && recheck <= today && !isTooOld(recheck, today)
    return isDue
      ? [{ kind: 'action_recheck', to: ['owner', 'verifier'], onceKey: `action_recheck ${id} ${recheck}` }]
      : []
  }
  if (!isUnfinished(status)) return []
  if (today <= due) {
    const isNear = due <= addDaysTo(today, actionNoticeDays)
    return isNear ? [{ kind: 'action_due', to: ['owner'], onceKey: `action_due ${id} ${due}` }] : []
  }
  if (isTooOld(due, today)) return []
  const isEscalated = today >= addDaysTo(due, actionEscalationDays)
  return [
    { kind: 'action_overdue', to: ['owner'], onceKey: `action_overdue ${id} ${due}` },
    ...(isEscalated
      ? [{ kind: 'action_escalated', to: ['managers'], onceKey: `action_escalated ${id} ${due}` } as const]
      : []),
  ]
}

const isTooOld = (day: string, today: string) => addDaysTo(day, maxReminderAgeDays) < today
