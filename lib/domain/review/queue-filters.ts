import { printValue } from '#lib/filter/print.ts'
import { listSectionConditions, sectionFilters } from './worklist-sections.ts'

/** The quick filters of the queue in the order of their chips, by the name of their count. */
export const queueFilterKeys = [
  'mine',
  'my_team',
  'unassigned',
  'overdue',
  'due_this_week',
  'waiting',
  'waivers',
  'needs_review',
  'emergency',
  'high_risk',
  'failed',
] as const
export type QueueFilterKey = (typeof queueFilterKeys)[number]

type QueueReader = { readonly email: string; readonly teams: readonly string[] }

/**
 * Returns the conditions that each quick filter adds to the filter of this person; `my_team` is missing without a team.
 */
export const listQueueFilterConditions = ({
  email,
  teams,
}: QueueReader): Readonly<Partial<Record<QueueFilterKey, readonly string[]>>> => ({
  mine: [`reviewer = ${printValue(email)}`, sectionFilters.open],
  ...(teams.length > 0 && { my_team: [filterByTeams(teams)] }),
  unassigned: listSectionConditions('unassigned', email),
  overdue: [sectionFilters.overdue],
  due_this_week: sectionFilters.dueThisWeek,
  waiting: [sectionFilters.waiting],
  waivers: listSectionConditions('confirm_waiver', email),
  needs_review: [sectionFilters.open],
  emergency: ['type = emergency'],
  high_risk: ['risk IN (high, very_high)'],
  failed: ['pir_outcome = failed'],
})

const filterByTeams = (teams: readonly string[]) =>
  teams.length === 1
    ? `assignment_group = ${printValue(teams[0] ?? '')}`
    : `assignment_group IN (${teams.map(printValue).join(', ')})`
