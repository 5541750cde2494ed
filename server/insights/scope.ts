import type { getInsights } from '#lib/contracts/app/metrics.ts'
import type { QueryOf } from '#lib/contracts/endpoint.ts'
import type { MetricFilters } from '#lib/domain/metric-lists.ts'
import { lengthOf, mostDays, type Period, previousPeriod, resolvePeriod } from '#lib/domain/metric-period.ts'
import { invalidField } from '#server/platform/errors.ts'
import type { Context } from '#server/platform/runtime/context.ts'

/** What metrics are counted over: days are calendar days of UTC. */
export type Scope = {
  readonly period: Period
  readonly previous: Period
  readonly filters: MetricFilters
  readonly today: string
}

/** The scope that a query asks for. Throws `invalid_parameter` for a period that is too long. */
export function readScope(
  ctx: Context,
  { from, to, team, type, service }: Omit<QueryOf<typeof getInsights>, 'bucket'>,
): Scope {
  const today = ctx.now.toISOString().slice(0, 10)
  const period = resolvePeriod({ from, to }, today)
  if (lengthOf(period) > mostDays) {
    throw invalidField('from', 'query', `must be at most ${mostDays.toLocaleString('en')} days before to`)
  }
  return { period, previous: previousPeriod(period), filters: { team, type, service }, today }
}

/** The query without a period that is too long: an address is edited by people, and the rest of it holds. */
export function withinReach<Query extends { from?: string | undefined; to?: string | undefined }>(
  ctx: Context,
  query: Query,
): Query {
  const isTooLong = lengthOf(resolvePeriod(query, ctx.now.toISOString().slice(0, 10))) > mostDays
  return isTooLong ? { ...query, from: undefined, to: undefined } : query
}
