import type { Review } from '#lib/contracts/app/reviews.ts'
import { addDaysTo } from '#lib/domain/improvements/improvement-due.ts'
import { groupDigits } from '#lib/text/grouped.ts'

/**
 * A due date in words: “2 d overdue”. `note` is null if the date is more than a week away, or if the work is finished.
 */
export type DueDescription = { readonly note: string | null; readonly isOverdue: boolean }

/** Describes the days left until a due date; `daysLeft` is null for finished work. */
export const describeDue = (daysLeft: number | null): DueDescription =>
  daysLeft === null ? { note: null, isOverdue: false } : { note: describeDaysLeft(daysLeft), isOverdue: daysLeft < 0 }

function describeDaysLeft(daysLeft: number): string | null {
  if (daysLeft < 0) return `${groupDigits(-daysLeft)} d overdue`
  if (daysLeft === 0) return 'today'
  return daysLeft <= 7 ? `in ${daysLeft} d` : null
}

/** Describes the number of extensions as the end of a sentence; empty without any. */
export const describeExtensions = (count: number): string =>
  count === 0 ? '' : `, extended ${count === 1 ? 'once' : `${count} times`}`

/** Maximum days after the first due date to which a review can be extended. */
const longestDays = 30

type ReviewDueDates = Pick<Review, 'first_due_on'> & { readonly due_on: string }

/**
 * Returns the days to which a review can be extended: after its due date, not in the past, and at most 30 days after
 * its first due date; null if there are none left. Days are YYYY-MM-DD.
 */
export function getExtensionDays({ due_on: due, first_due_on: firstDue }: ReviewDueDates, today: string) {
  const next = addDaysTo(due, 1)
  const first = next < today ? today : next
  const last = addDaysTo(firstDue ?? due, longestDays)
  return first > last ? null : { first, last }
}
