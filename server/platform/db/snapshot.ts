import type { Pool } from 'pg'
import { log } from '#server/platform/log/log.ts'
import { processWideFor } from '#server/platform/process-wide.ts'
import { isThroughPooler } from './client.ts'
import { databaseErrorCode } from './error-code.ts'

type Reader = {
  /** What the sessions of the pool see, or null where it cannot be told. */
  read(): Promise<string | null>
}

/**
 * The transactions that are visible in the database at a moment after the call: while two texts are equal, nothing at
 * all was committed in between, by any writer, and whatever was read stands. Null where the database does not
 * tell: only PostgreSQL itself does, and only where writes are made; not a standby, nor what speaks its protocol.
 *
 * Calls that arrive while one reading is under way share the next one, so that under load few are made.
 */
export const currentSnapshot = (pool: Pool): Promise<string | null> =>
  processWideFor('snapshot-readers', pool, () => makeReader(pool)).read()

// The server's start tells two databases apart that took over from each other with the same numbers.
const text = `select pg_current_snapshot()::text || ' ' || extract(epoch from pg_postmaster_start_time())`

const isTold = `select not pg_is_in_recovery() and version() ~ '^PostgreSQL [0-9.]+ ' and version() !~ 'YB|Cockroach'
  and not exists (select from pg_extension where extname in ('citus', 'spock', 'pglogical')) as told`

function makeReader(pool: Pool): Reader {
  let told: boolean | undefined
  let next: Promise<string | null> | undefined
  let current: Promise<unknown> = Promise.resolve()

  async function readNow(): Promise<string | null> {
    if (told === undefined) {
      const { rows } = await pool.query<{ told: boolean }>(isTold)
      told = rows[0]?.told ?? false
    }
    if (!told) return null
    const named = isThroughPooler() ? {} : { name: 'snapshot' }
    const { rows } = await pool.query<[string]>({ ...named, text, rowMode: 'array' })
    return rows[0]?.[0] ?? null
  }

  async function readAfterCurrent(): Promise<string | null> {
    await current
    next = undefined
    const reading = readNow().catch((error) => {
      // A database that has no such function; anything else is for the request to answer.
      if (databaseErrorCode(error) !== '42883') throw error
      log.info('the database does not tell its snapshots, answers are not kept')
      told = false
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
