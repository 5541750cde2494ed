import type { IncidentQuery } from '#lib/api/incident-query.ts'
import type { LayoutQuery } from '#lib/api/layout-query.ts'
import { addressWith } from '#lib/api/page-query.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'

/** The default page size, left out of addresses. */
const defaultLimit = 25

export function incidentAddress(
  query: IncidentQuery & LayoutQuery,
  changes: Partial<IncidentQuery & LayoutQuery> = {},
): string {
  const { limit } = { ...query, ...changes }
  return addressWith(pagePaths.incidents, query, { ...changes, limit: limit === defaultLimit ? undefined : limit })
}
