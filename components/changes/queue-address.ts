import { addressWith } from '#lib/api/page-query.ts'
import type { listQueue } from '#lib/contracts/app/queue.ts'
import type { QueryOf } from '#lib/contracts/endpoint.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'

export type QueueQuery = QueryOf<typeof listQueue>

/** Rows of a page that need not be asked for, as the contract has it. */
const usualLimit = 25

/** What the queue asks for: unless the address says otherwise, what ended last comes first, as it is due for review. */
export const queueInput = (query: QueueQuery): QueueQuery => ({ ...query, sort: query.sort ?? '-actual_end' })

/** The address of the queue with some parameters changed. */
export function queueAddress(query: QueueQuery, changes: Partial<QueueQuery> = {}): string {
  const { limit } = { ...query, ...changes }
  return addressWith(pagePaths.changes, query, { ...changes, limit: limit === usualLimit ? undefined : limit })
}
