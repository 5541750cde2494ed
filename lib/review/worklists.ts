import { type WorklistSection, worklistSections } from '#lib/contracts/app/review-values.ts'
import type { Role } from '#lib/contracts/endpoint.ts'
import { printValue } from '#lib/filter/print.ts'

/** Filters of the queue. */
export const sectionFilters = {
  open: 'is_open = true',
  unassigned: 'is_unassigned = true',
  overdue: 'is_overdue = true',
  /** Today and the six days after it. */
  dueThisWeek: ['due_in_days >= 0', 'due_in_days <= 6'],
  waiting: 'review_status = awaiting_sign_off',
  waiverRequested: 'is_waiver_requested = true',
} as const

/** A review whose waiver waits for a second manager is the work of that manager. */
const noWaiver = 'is_waiver_requested = false'

/** A submitted review is the work of its signers, not of its reviewer. */
const withReviewer = 'is_open = true AND review_status IN (not_started, in_progress)'

const ownSections = ['returned', 'mine_overdue', 'mine', 'submitted'] as const satisfies readonly WorklistSection[]
const sectionsByRole: Readonly<Record<Role, readonly WorklistSection[]>> = {
  viewer: [],
  auditor: [],
  reviewer: ownSections,
  manager: worklistSections,
  admin: worklistSections,
}

/** Returns the sections of Today for a role, in order. */
export const getSections = (role: Role): readonly WorklistSection[] => sectionsByRole[role]

/** True if a section lists the work of one person. */
export const isOwnSection = (section: WorklistSection): boolean =>
  (ownSections as readonly WorklistSection[]).includes(section)

/** Returns the filter of the queue for all open reviews of a person. */
export const buildOpenReviewsQuery = (email: string): string =>
  `reviewer = ${printValue(email)} AND ${sectionFilters.open}`

/** Returns the filter of the queue for changes with one of these texts as implementer or requester. */
export function buildOwnChangesQuery(texts: readonly string[]): string {
  const list = texts.map(printValue).join(', ')
  return `assigned_to IN (${list}) OR requested_by IN (${list})`
}

/** Returns the filter of the queue for a section of Today. */
export const buildSectionQuery = (section: WorklistSection, email: string): string =>
  listSectionConditions(section, email).join(' AND ')

/** Returns the conditions of a section of Today. A review matches at most one section. */
function listSectionConditions(section: WorklistSection, email: string): readonly string[] {
  const me = printValue(email)
  const mine = [`reviewer = ${me}`, withReviewer]
  const tookNoPart = `took_part != ${me}`
  const queries: Readonly<Record<WorklistSection, readonly string[]>> = {
    sign_off: [sectionFilters.waiting, noWaiver, tookNoPart],
    confirm_waiver: [sectionFilters.waiverRequested, `waiver_requested_by != ${me}`, tookNoPart],
    returned: [...mine, 'is_returned = true'],
    mine_overdue: [...mine, 'is_returned = false', sectionFilters.overdue],
    mine: [...mine, 'is_returned = false', 'is_overdue = false'],
    submitted: [`reviewer = ${me}`, sectionFilters.waiting, sectionFilters.open],
    unassigned: [sectionFilters.unassigned, withReviewer, noWaiver],
    overdue: [sectionFilters.overdue, withReviewer, noWaiver, 'is_unassigned = false', `reviewer != ${me}`],
  }
  return queries[section]
}

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
