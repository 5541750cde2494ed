import { addressWith } from '#lib/api/page-query.ts'
import type { listHistory } from '#lib/contracts/app/history.ts'
import type { QueryOf } from '#lib/contracts/endpoint.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'

export type HistoryQuery = QueryOf<typeof listHistory>

/** The contract's default page size, left out of addresses. */
const defaultLimit = 50

export function historyAddress(query: HistoryQuery, changes: Readonly<Record<string, unknown>>): string {
  return addressWith(pagePaths.history, query, {
    limit: query.limit === defaultLimit ? undefined : query.limit,
    ...changes,
  })
}
