import {
  type CountedOutcome,
  type MetricName,
  type MetricPart,
  metricBuckets,
  type ReviewAge,
  reviewAges,
} from '#lib/contracts/app/metric-values.ts'
import { reviewOutcomes } from '#lib/contracts/record-values.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'
import { printValue } from '#lib/filter/print.ts'
import type { PartialPeriod, Period } from './metric-period.ts'

/** Filters of the Insights pages. */
export type MetricFilters = {
  readonly team?: string | undefined
  readonly type?: string | undefined
  readonly service?: string | undefined
}

const addSearch = (path: string, search: Readonly<Record<string, string | undefined>>): string => {
  const entries = Object.entries(search).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]))
  return entries.length === 0 ? path : `${path}?${new URLSearchParams(entries)}`
}

/** Returns the URL of the Insights page for a period and filters, without the default bucket, and with the chart that is shown as a table. */
export const insightsHref = (
  period: PartialPeriod,
  { team, type, service }: MetricFilters,
  bucket?: string,
  table?: string,
): string =>
  addSearch(pagePaths.insights, {
    from: period.from,
    to: period.to,
    team,
    type,
    service,
    bucket: bucket === metricBuckets[0] ? undefined : bucket,
    table,
  })

/** Returns the URL of the page with the records behind a metric. */
export const recordsHref = (
  name: MetricName,
  period: PartialPeriod,
  { team, type, service }: MetricFilters,
  part: MetricPart = 'numerator',
  page = 1,
): string =>
  addSearch(pagePaths.metric(name), {
    from: period.from,
    to: period.to,
    team,
    type,
    service,
    part: part === 'numerator' ? undefined : part,
    page: page === 1 ? undefined : String(page),
  })

type ChangeFilters = MetricFilters & {
  readonly outcome?: CountedOutcome | 'any'
  /** A second service that the changes affect, in addition to the filter. */
  readonly alsoAffects?: string
  /** Only normal changes that were approved after their work began. */
  readonly isApprovedLate?: boolean
  /** Only changes without a team. */
  readonly hasNoTeam?: boolean
}

/** Days, or instants in another zone than UTC. */
type PeriodBounds = { readonly from: string; readonly before: string }

/** Returns the URL of the list of changes that ended in a period. Its filter must match the population `ended`. */
export function endedChangesHref({ from, before }: PeriodBounds, filters: ChangeFilters): string {
  const { service, alsoAffects, outcome, hasNoTeam, isApprovedLate } = filters
  const conditions = [
    `actual_end >= ${from}`,
    `actual_end < ${before}`,
    ...notCounted,
    ...filterConditions(filters),
    alsoAffects === undefined || alsoAffects === service ? null : affects(alsoAffects),
    hasNoTeam ? 'NOT assignment_group >= ""' : null,
    isApprovedLate ? 'is_approved_late = true' : null,
    outcomeCondition(outcome),
  ]
  return changesHref(conditions)
}

/**
 * Returns the URL of the list of closed changes that ended in a period and match all of these filters; null is no
 * filter.
 */
export const closedChangesHref = ({ from, before }: PeriodBounds, filters: readonly (string | null)[]): string =>
  changesHref([
    'state = closed',
    `actual_end >= ${from}`,
    `actual_end < ${before}`,
    ...filters.map((filter) => filter && `(${filter})`),
  ])

/** Returns the URL of the list of changes of a model that match all conditions. */
export const modelHref = (model: string, conditions: readonly string[]): string =>
  changesHref([`model = ${printValue(model)}`, ...conditions, ...notCounted])

/** Returns the URL of the list of changes whose review is overdue today. */
export const overdueReviewsHref = (filters: MetricFilters): string =>
  changesHref(['is_overdue = true', ...filterConditions(filters)])

/** Returns the URL of the list of changes whose review was completed in a period and names a factor. */
export const factorHref = (factor: string, period: Period, filters: ChangeFilters): string =>
  completedReviewsHref([`factor = ${printValue(factor)}`], period, filters)

/** Does the same for an answer to a check, such as `told_in_time: no`. */
export const checkHref = (check: string, period: Period, filters: ChangeFilters): string =>
  completedReviewsHref([`check = ${printValue(check)}`], period, filters)

/** Returns the URL of the list of changes whose review was completed in a period, and that match all conditions. */
export const completedReviewsHref = (
  conditions: readonly string[],
  { from, to }: Period,
  filters: ChangeFilters,
): string =>
  changesHref([
    ...conditions,
    'review_status = completed',
    `pir_date >= ${from}`,
    `pir_date <= ${to}`,
    ...filterConditions(filters),
    filters.alsoAffects === undefined ? null : affects(filters.alsoAffects),
  ])

type OpenReviewFilters = MetricFilters & {
  readonly age?: ReviewAge
  /** E-mail address of the reviewer; null for unassigned reviews. */
  readonly reviewer?: string | null
  readonly isOverdue?: boolean
}

/** Returns the URL of the list of changes whose review is open. */
export function openReviewsHref({ age, reviewer, isOverdue, ...filters }: OpenReviewFilters): string {
  const isKnown = age !== undefined && age !== 'no_due_date'
  const [from, to] = isKnown ? reviewAges[age] : [null, null]
  return changesHref([
    'is_open = true',
    isOverdue ? 'is_overdue = true' : null,
    from === null ? null : `due_in_days <= ${-from}`,
    to === null ? null : `due_in_days >= ${0 - to}`,
    age === 'no_due_date' ? 'NOT due_on >= 1900-01-01' : null,
    reviewer === undefined ? null : reviewer === null ? 'is_unassigned = true' : `reviewer = ${printValue(reviewer)}`,
    ...filterConditions(filters),
  ])
}

const notCounted = ['state != canceled', 'is_stub = false']

const affects = (service: string) => `affected_services = ${printValue(service)}`

const filterConditions = ({ team, type, service }: MetricFilters) => [
  team === undefined ? null : `assignment_group = ${printValue(team)}`,
  type === undefined ? null : `type = ${type}`,
  service === undefined ? null : affects(service),
]

function outcomeCondition(outcome: ChangeFilters['outcome']): string | null {
  if (outcome === undefined) return null
  if (outcome === 'any') return `pir_outcome IN (${reviewOutcomes.join(', ')})`
  return outcome === 'none' ? `NOT pir_outcome IN (${reviewOutcomes.join(', ')})` : `pir_outcome = ${outcome}`
}

const changesHref = (conditions: readonly (string | null)[]) =>
  addSearch(pagePaths.changes, { query: conditions.filter((one) => one !== null).join(' AND ') })
