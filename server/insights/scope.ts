import type { getInsights } from '#lib/contracts/app/metrics.ts'
import type { QueryOf } from '#lib/contracts/endpoint.ts'
import { addDaysTo } from '#lib/domain/improvements/improvement-due.ts'
import type { MetricFilters } from '#lib/domain/metrics/metric-lists.ts'
import {
  countDays,
  getPreviousPeriod,
  maxPeriodDays,
  type Period,
  resolvePeriod,
} from '#lib/domain/metrics/metric-period.ts'
import { getStartOfDayIn } from '#lib/time/wall-clock.ts'
import { invalidField } from '#server/platform/errors.ts'
import { type Context, getToday } from '#server/platform/runtime/context.ts'

/** Period and filters of the metrics; days are calendar days of the organisation. */
export type MetricScope = {
  readonly period: Period
  readonly previous: Period
  readonly filters: MetricFilters
  readonly today: string
  readonly zone: string
}

/** Reads the scope of a query. Throws `invalid_parameter` for a period that is too long. */
export function readScope(
  { now, zone = 'UTC' }: Context,
  { from, to, team, type, service }: Omit<QueryOf<typeof getInsights>, 'bucket'>,
): MetricScope {
  const today = getToday({ now, zone })
  const period = resolvePeriod({ from, to }, today)
  if (countDays(period) > maxPeriodDays) {
    throw invalidField('from', 'query', `must be at most ${maxPeriodDays.toLocaleString('en')} days before to`)
  }
  return { period, previous: getPreviousPeriod(period), filters: { team, type, service }, today, zone }
}

/** Returns the bounds of a period for the filter of changes, in which a day means a day in UTC. */
export function toBounds({ from, to }: Period, zone: string): { readonly from: string; readonly before: string } {
  const before = addDaysTo(to, 1)
  return zone === 'UTC'
    ? { from, before }
    : { from: getStartOfDayIn(from, zone), before: getStartOfDayIn(before, zone) }
}

/** Removes a period that is too long from the query of a page, and leaves the rest. */
export function dropLongPeriod<Query extends { from?: string | undefined; to?: string | undefined }>(
  ctx: Context,
  query: Query,
): Query {
  const isTooLong = countDays(resolvePeriod(query, ctx.now.toISOString().slice(0, 10))) > maxPeriodDays
  return isTooLong ? { ...query, from: undefined, to: undefined } : query
}
