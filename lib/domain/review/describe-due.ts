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
