import { printValue } from '#lib/filter/print.ts'
import { sectionFilters } from './worklist-sections.ts'

/** The quick filters of the queue in the order of their chips, by the name of their count. */
export const queueFilterKeys = [
  'mine',
  'unassigned',
  'overdue',
  'due_this_week',
  'waiting',
  'needs_review',
  'emergency',
  'high_risk',
  'failed',
] as const
export type QueueFilterKey = (typeof queueFilterKeys)[number]

/** The conditions that a quick filter adds to the filter, for a person with this e-mail address. */
export const queueFilterConditions = (email: string): Readonly<Record<QueueFilterKey, readonly string[]>> => ({
  mine: [`reviewer = ${printValue(email)}`, sectionFilters.open],
  unassigned: [sectionFilters.unassigned],
  overdue: [sectionFilters.overdue],
  due_this_week: sectionFilters.dueThisWeek,
  waiting: [sectionFilters.waiting],
  needs_review: [sectionFilters.open],
  emergency: ['type = emergency'],
  high_risk: ['risk IN (high, very_high)'],
  failed: ['pir_outcome = failed'],
})
