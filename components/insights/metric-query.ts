import type { getInsights } from '#lib/contracts/app/metrics.ts'
import type { QueryOf } from '#lib/contracts/endpoint.ts'

export type MetricQuery = QueryOf<typeof getInsights>

/** Teams and services of current changes, offered as filters. */
export type MetricFilterValues = { readonly teams: readonly string[]; readonly services: readonly string[] }
