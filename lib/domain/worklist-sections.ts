import type { WorklistSection } from '#lib/contracts/app/review-values.ts'
import { printValue } from '#lib/filter/print.ts'

/** Filters of the queue; days are in UTC. */
export const sectionFilters = {
  unassigned: 'is_unassigned = true',
  overdue: 'is_overdue = true',
  /** Today and the six days after it. */
  dueThisWeek: ['due_in_days >= 0', 'due_in_days <= 6'],
  waiting: 'review_status = awaiting_sign_off',
} as const

/** The filter of the queue for a section of the first page. A person who may sign off sees only what they may sign. */
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
