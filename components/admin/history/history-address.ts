import { addressWith } from '#lib/api/page-query.ts'
import type { listHistory } from '#lib/contracts/app/history.ts'
import type { QueryOf } from '#lib/contracts/endpoint.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'

export type HistoryQuery = QueryOf<typeof listHistory>

/** Entries of a page that need not be asked for, as the contract has it. */
const usualLimit = 50

/** The address of the history with some parameters changed. */
export function historyAddress(query: HistoryQuery, changes: Readonly<Record<string, unknown>>): string {
  return addressWith(pagePaths.history, query, {
    limit: query.limit === usualLimit ? undefined : query.limit,
    ...changes,
  })
}
