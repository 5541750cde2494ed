import type { getInsights } from '#lib/contracts/app/metrics.ts'
import type { QueryOf } from '#lib/contracts/endpoint.ts'
import type { MetricFilters } from '#lib/domain/metrics/metric-lists.ts'
import {
  lengthOf,
  maxPeriodDays,
  type Period,
  previousPeriod,
  resolvePeriod,
} from '#lib/domain/metrics/metric-period.ts'
import { invalidField } from '#server/platform/errors.ts'
import type { Context } from '#server/platform/runtime/context.ts'

/** Period and filters of the metrics; days are calendar days in UTC. */
export type Scope = {
  readonly period: Period
  readonly previous: Period
  readonly filters: MetricFilters
  readonly today: string
}

/** The scope of a query. Throws `invalid_parameter` for a period that is too long. */
export function readScope(
  ctx: Context,
  { from, to, team, type, service }: Omit<QueryOf<typeof getInsights>, 'bucket'>,
): Scope {
  const today = ctx.now.toISOString().slice(0, 10)
  const period = resolvePeriod({ from, to }, today)
  if (lengthOf(period) > maxPeriodDays) {
    throw invalidField('from', 'query', `must be at most ${maxPeriodDays.toLocaleString('en')} days before to`)
  }
  return { period, previous: previousPeriod(period), filters: { team, type, service }, today }
}

/** For pages: ignores a period that is too long and keeps the rest of the URL. */
export function withValidPeriod<Query extends { from?: string | undefined; to?: string | undefined }>(
  ctx: Context,
  query: Query,
): Query {
  const isTooLong = lengthOf(resolvePeriod(query, ctx.now.toISOString().slice(0, 10))) > maxPeriodDays
  return isTooLong ? { ...query, from: undefined, to: undefined } : query
}
