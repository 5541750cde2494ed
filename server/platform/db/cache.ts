import { LRUCache } from 'lru-cache'
import type { Pool } from 'pg'
import { processWideFor } from '#server/platform/process/process-wide.ts'
import { isThroughPooler, type Queryable } from './client.ts'
import { findDatabaseErrorCode } from './error-code.ts'

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

/**
 * The visible transactions at a moment after the call: while two texts are equal, nothing was committed in between by
 * any writer, so earlier results are current. Null if unsupported: only a PostgreSQL that accepts writes supports it,
 * not a standby or a compatible database. Calls that arrive during a read share the next one.
 */
export function readSnapshot(pool: Pool): Promise<string | null> {
  const reads = processWideFor('snapshot-reads', pool, (): SnapshotReads => ({ current: Promise.resolve() }))
  reads.next ??= reads.current.then(() => {
    reads.next = undefined
    const reading = readNow(pool)
    reads.current = reading.catch(() => {})
    return reading
  })
  return reads.next
}

type SnapshotReads = { current: Promise<unknown>; next?: Promise<string | null> | undefined }

// The start time distinguishes two databases that replaced each other and have the same numbers.
const text = `select case when not pg_is_in_recovery() and version() ~ '^PostgreSQL [0-9.]+ ' and version() !~ 'YB|Cockroach'
  and not exists (select from pg_extension where extname in ('citus', 'spock', 'pglogical'))
  then pg_current_snapshot()::text || ' ' || extract(epoch from pg_postmaster_start_time()) end`

async function readNow(pool: Pool): Promise<string | null> {
  const statementName = isThroughPooler() ? {} : { name: 'snapshot' }
  try {
    const { rows } = await pool.query<[string | null]>({ ...statementName, text, rowMode: 'array' })
    return rows[0]?.[0] ?? null
  } catch (error) {
    // The database has no such function; other errors belong to the request.
    if (findDatabaseErrorCode(error) === '42883') return null
    throw error
  }
}
