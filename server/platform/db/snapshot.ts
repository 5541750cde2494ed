import type { Pool } from 'pg'
import { log } from '#server/platform/log/log.ts'
import { processWideFor } from '#server/platform/process/process-wide.ts'
import { isThroughPooler } from './client.ts'
import { findDatabaseErrorCode } from './error-code.ts'

type SnapshotReader = {
  /** The current snapshot, or null if the database does not support it. */
  read(): Promise<string | null>
}

/**
 * The visible transactions at a moment after the call: while two texts are equal, nothing was committed in between by
 * any writer, so earlier results are current. Null if unsupported: only a PostgreSQL that accepts writes supports it,
 * not a standby or a compatible database.
 * Calls that arrive during a read share the next one, so that few are made under load.
 */
export const readSnapshot = (pool: Pool): Promise<string | null> =>
  processWideFor('snapshot-readers', pool, () => makeReader(pool)).read()

// The start time distinguishes two databases that replaced each other and have the same numbers.
const text = `select pg_current_snapshot()::text || ' ' || extract(epoch from pg_postmaster_start_time())`

const isSupportedQuery = `select not pg_is_in_recovery() and version() ~ '^PostgreSQL [0-9.]+ ' and version() !~ 'YB|Cockroach'
  and not exists (select from pg_extension where extname in ('citus', 'spock', 'pglogical')) as "isSupported"`

function makeReader(pool: Pool): SnapshotReader {
  let isSupported: boolean | undefined
  let next: Promise<string | null> | undefined
  let current: Promise<unknown> = Promise.resolve()

  async function readNow(): Promise<string | null> {
    if (isSupported === undefined) {
      const { rows } = await pool.query<{ isSupported: boolean }>(isSupportedQuery)
      isSupported = rows[0]?.isSupported ?? false
    }
    if (!isSupported) return null
    const statementName = isThroughPooler() ? {} : { name: 'snapshot' }
    const { rows } = await pool.query<[string]>({ ...statementName, text, rowMode: 'array' })
    return rows[0]?.[0] ?? null
  }

  async function readAfterCurrent(): Promise<string | null> {
    await current
    next = undefined
    const reading = readNow().catch((error) => {
      // The database has no such function; other errors belong to the request.
      if (findDatabaseErrorCode(error) !== '42883') throw error
      log.info('the database has no snapshots, responses are not cached')
      isSupported = false
      return null
    })
    current = reading.catch(() => {})
    return reading
  }

  return {
    read() {
      next ??= readAfterCurrent()
      return next
    },
  }
}
