import type { getInsights } from '#lib/contracts/app/metrics.ts'
import type { QueryOf } from '#lib/contracts/endpoint.ts'

export type MetricQuery = QueryOf<typeof getInsights>

/** Values that changes have now, to filter by. */
export type MetricFilterValues = { readonly teams: readonly string[]; readonly services: readonly string[] }
