import {
  type CountedOutcome,
  type MetricName,
  type MetricPart,
  metricBuckets,
} from '#lib/contracts/app/metric-values.ts'
import { reviewOutcomes } from '#lib/contracts/changes.ts'
import { printValue } from '#lib/filter/print.ts'
import { dayAfter } from './improvement-due.ts'
import type { GivenPeriod, Period } from './metric-period.ts'
import { pagePaths } from './page-paths.ts'

/** What narrows metrics down to some changes. */
export type MetricFilters = {
  readonly team?: string | undefined
  readonly type?: string | undefined
  readonly service?: string | undefined
}

const withSearch = (path: string, search: Readonly<Record<string, string | undefined>>): string => {
  const given = Object.entries(search).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]))
  return given.length === 0 ? path : `${path}?${new URLSearchParams(given)}`
}

/** The page of metrics for a period and filters; months are what it is cut into unless told otherwise. */
export const insightsAddress = (period: GivenPeriod, { team, type, service }: MetricFilters, bucket?: string): string =>
  withSearch(pagePaths.insights, {
    from: period.from,
    to: period.to,
    team,
    type,
    service,
    bucket: bucket === metricBuckets[0] ? undefined : bucket,
  })

/** The page with the records behind a metric. */
export const recordsAddress = (
  name: MetricName,
  period: GivenPeriod,
  { team, type, service }: MetricFilters,
  part: MetricPart = 'numerator',
  page = 1,
): string =>
  withSearch(pagePaths.metric(name), {
    from: period.from,
    to: period.to,
    team,
    type,
    service,
    part: part === 'numerator' ? undefined : part,
    page: page === 1 ? undefined : String(page),
  })

type ChangesWanted = MetricFilters & {
  readonly outcome?: CountedOutcome | 'any'
  /** A service that they touch beside the one of the filter. */
  readonly alsoTouches?: string
  /** Only those without a team. */
  readonly hasNoTeam?: boolean
}

/** The list of changes that ended in a period: the expression counts the same changes as the metrics do. */
export function endedChangesAddress(period: Period, wanted: ChangesWanted): string {
  const { service, alsoTouches, outcome, hasNoTeam } = wanted
  const conditions = [
    `actual_end >= ${period.from}`,
    `actual_end < ${dayAfter(period.to, 1)}`,
    ...notCounted,
    ...filterConditions(wanted),
    alsoTouches === undefined || alsoTouches === service ? null : touches(alsoTouches),
    hasNoTeam ? 'NOT assignment_group >= ""' : null,
    outcomeCondition(outcome),
  ]
  return changesAddress(conditions)
}

/** The list of changes whose review is overdue today. */
export const overdueReviewsAddress = (filters: MetricFilters): string =>
  changesAddress(['is_overdue = true', 'pir_completed = false', ...notCounted, ...filterConditions(filters)])

const notCounted = ['state != canceled', 'is_stub = false']

const touches = (service: string) => `affected_services = ${printValue(service)}`

const filterConditions = ({ team, type, service }: MetricFilters) => [
  team === undefined ? null : `assignment_group = ${printValue(team)}`,
  type === undefined ? null : `type = ${type}`,
  service === undefined ? null : touches(service),
]

function outcomeCondition(outcome: ChangesWanted['outcome']): string | null {
  if (outcome === undefined) return null
  if (outcome === 'any') return `pir_outcome IN (${reviewOutcomes.join(', ')})`
  return outcome === 'none' ? `NOT pir_outcome IN (${reviewOutcomes.join(', ')})` : `pir_outcome = ${outcome}`
}

const changesAddress = (conditions: readonly (string | null)[]) =>
  withSearch(pagePaths.changes, { query: conditions.filter((one) => one !== null).join(' AND ') })
