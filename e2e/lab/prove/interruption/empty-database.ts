import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool } from 'pg'
import { createDatabase, type Database } from '#server/platform/db/client.ts'
import { databaseUrl, dropDatabase, executeOn } from '#server/platform/db/databases.ts'
import type { Ground } from '../claim.ts'

export type EmptyDatabase = { readonly db: Database; readonly pool: Pool; readonly url: string }

/** A database without tables, while `use` runs. */
export async function withEmptyDatabase<Result>(
  { databaseUrl: serverUrl }: Pick<Ground, 'databaseUrl'>,
  use: (target: EmptyDatabase) => Promise<Result>,
): Promise<Result> {
  const name = `hindsight_own_${randomBytes(5).toString('hex')}`
  await executeOn(serverUrl, `create database ${name} template template0`)
  const url = databaseUrl(serverUrl, name)
  const { db, pool } = createDatabase(url, { poolSize: 2 })
  try {
    return await use({ db, pool, url })
  } finally {
    await pool.end()
    await dropDatabase(serverUrl, name)
  }
}

/** Sessions of others. */
const others = `from pg_stat_activity where datname = current_database() and backend_type = 'client backend'
  and pid <> pg_backend_pid()`

/** Whether another session has uncommitted writes. */
export async function isWriting(pool: Pool): Promise<boolean> {
  const { rows } = await pool.query(`select exists (select ${others} and backend_xid is not null) as found`)
  return rows[0].found
}

/** Waits until the server has noticed the end of killed clients; until then their work may continue. */
export async function waitUntilQuiet(pool: Pool): Promise<void> {
  for (;;) {
    const { rows } = await pool.query(`select exists (select ${others} and xact_start is not null) as found`)
    if (!rows[0].found) return
    await sleep(20)
  }
}
