import type { WorklistSection } from '#lib/contracts/app/review-values.ts'
import { printValue } from '#lib/filter/print.ts'

/** The filter of the queue that gives a section whole; days are those of UTC. */
export const sectionFilters = {
  unassigned: 'is_unassigned = true',
  overdue: 'is_overdue = true',
  /** Today and the six days after it. */
  dueThisWeek: ['due_in_days >= 0', 'due_in_days <= 6'],
  waiting: 'review_status = awaiting_sign_off',
} as const

/**
 * What each section of the first page lists, as a filter of the queue. Who may sign is a manager who neither
 * reviewed it, submitted it, wrote in it nor implemented the change; others see all that waits. Source: product.md, the review, step 7.
 */
export function sectionQuery(
  section: WorklistSection,
  { email, maySign }: { email: string; maySign: boolean },
): string {
  const me = printValue(email)
  const queries: Readonly<Record<WorklistSection, readonly string[]>> = {
    mine: [`reviewer = ${me}`, 'review_status IN (not_started, in_progress)'],
    overdue: [sectionFilters.overdue],
    unassigned: [sectionFilters.unassigned],
    due_this_week: sectionFilters.dueThisWeek,
    sign_off: [
      sectionFilters.waiting,
      ...(maySign ? [`reviewer != ${me}`, `submitted_by != ${me}`, `written_by != ${me}`, `assigned_to != ${me}`] : []),
    ],
  }
  return queries[section].join(' AND ')
}
