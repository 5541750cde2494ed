import { addressWith } from '#lib/api/page-query.ts'
import type { listQueue } from '#lib/contracts/app/queue.ts'
import type { QueryOf } from '#lib/contracts/endpoint.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'

export type QueueQuery = QueryOf<typeof listQueue>

/** The contract's default page size, left out of addresses. */
const defaultLimit = 25

/** The query of the queue; by default the changes that ended last come first. */
export const queueInput = (query: QueueQuery): QueueQuery => ({ ...query, sort: query.sort ?? '-actual_end' })

export function queueAddress(query: QueueQuery, changes: Partial<QueueQuery> = {}): string {
  const { limit } = { ...query, ...changes }
  return addressWith(pagePaths.changes, query, { ...changes, limit: limit === defaultLimit ? undefined : limit })
}
