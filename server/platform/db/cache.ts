import { LRUCache } from 'lru-cache'
import type { Pool } from 'pg'
import { processWideFor } from '#server/platform/process/process-wide.ts'
import type { Queryable } from './client.ts'
import { readSnapshot } from './snapshot.ts'

type CachedResult = { readonly snapshot: string; readonly made: Promise<unknown> }

const maxEntries = 300

/** Detects a pool by its shape, because the server's bundle and the pages of Next each load a `pg` of their own. */
const isPool = (client: object): client is Pool => 'totalCount' in client

const getEntries = (pool: Pool) =>
  processWideFor('cached-results', pool, () => new LRUCache<string, CachedResult>({ max: maxEntries }))

/**
 * The result of `make`, which reads the database, cached while the database shows no commit since. `key` identifies the
 * result, including parameters and day. Requests that see the same snapshot share one run. Nothing is cached inside a
 * transaction. The result is shared, so it must not be changed.
 */
export async function getCached<Made>(db: Queryable, key: string, make: () => Promise<Made>): Promise<Made> {
  if (!('$client' in db && isPool(db.$client))) return make()
  const snapshot = await readSnapshot(db.$client)
  if (snapshot === null) return make()
  const entries = getEntries(db.$client)
  const entry = entries.get(key)
  if (entry?.snapshot === snapshot) return entry.made as Promise<Made>
  // The snapshot was read before, so the result shows it or a newer one.
  const value = make()
  entries.set(key, { snapshot, made: value })
  value.catch(() => entries.delete(key))
  return value
}
