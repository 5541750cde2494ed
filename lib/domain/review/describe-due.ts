import { grouped } from '#lib/text/grouped.ts'

/** How a due date is described: “2 d overdue”. `note` is null when it is more than a week away, or its work is finished. */
export type DueDescription = { readonly note: string | null; readonly isOverdue: boolean }

/** How urgent it is; `daysLeft` is null for something that is finished. */
export const describeDue = (daysLeft: number | null): DueDescription =>
  daysLeft === null ? { note: null, isOverdue: false } : { note: describeDaysLeft(daysLeft), isOverdue: daysLeft < 0 }

function describeDaysLeft(daysLeft: number): string | null {
  if (daysLeft < 0) return `${grouped(-daysLeft)} d overdue`
  if (daysLeft === 0) return 'today'
  return daysLeft <= 7 ? `in ${daysLeft} d` : null
}

/** How often a due date was extended, as the end of a sentence; empty where it never was. */
export const describeExtensions = (count: number): string =>
  count === 0 ? '' : `, extended ${count === 1 ? 'once' : `${count} times`}`
