import { sql } from 'drizzle-orm'
import type { Pool, PoolClient } from 'pg'
import type { Queryable } from './client.ts'
import { databaseErrorCode } from './error-code.ts'
import { listMigrations, type Migration, migrationsDir, readMigrations } from './migrations.ts'
import { isReadOnly } from './read-only.ts'
import { liftTimeLimits } from './time-limits.ts'

type MigrationErrorCode = 'read_only' | 'database_newer' | 'history_differs' | 'locked' | 'migration_failed'

/** Why a database could not be brought to this program's version. The message is meant for the person who runs it. */
class MigrationError extends Error {
  override readonly name = 'MigrationError'
  readonly code: MigrationErrorCode

  constructor(code: MigrationErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}

/** SQLSTATEs of two sessions creating the same thing at once, where "if not exists" does not help. */
const creationRaces = new Set(['23505', '42710', '42P06', '42P07', '40001', 'XX000'])
const attempts = 10

/** Beside drizzle's own table, so that drizzle-kit sees a database that it made itself. */
const bookkeeping = [
  'create schema if not exists drizzle',
  `create table if not exists drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)`,
  'create table if not exists drizzle.migration_lock (id integer primary key)',
  'insert into drizzle.migration_lock (id) values (1) on conflict (id) do nothing',
]

/**
 * Brings the database to this program's version, all or nothing, and gives the tags of what was applied. One process
 * migrates at a time: the others wait for its row lock and then find nothing left to do. The lock is a plain row, which
 * every PostgreSQL has, and it ends with its session. Throws MigrationError, as for a database newer than the program.
 */
export async function migrateDatabase(pool: Pool, { folder = migrationsDir() } = {}): Promise<string[]> {
  if (await isReadOnly(pool)) throw readOnly()
  const client = await pool.connect()
  try {
    if (await isCurrent(client, folder)) return []
    return await withMigrationLock(client, () => applyMigrations(client, readMigrations(folder)))
  } finally {
    client.release()
  }
}

/**
 * Whether the last migration of this program is applied: one row read by the server's ready check. Newer ones are no
 * hindrance: while programs are replaced one after the other, the first new one migrates and the old ones go on.
 */
export async function isMigrated(db: Queryable): Promise<boolean> {
  const wanted = listMigrations().at(-1)?.when
  try {
    const { rows } = await db.execute(sql`select max(created_at) as last from drizzle.__drizzle_migrations`)
    return wanted !== undefined && Number(rows[0]?.last) >= wanted
  } catch (error) {
    if (isMissingTable(error)) return false
    throw error
  }
}

const readOnly = () =>
  new MigrationError(
    'read_only',
    'The database takes no writes: it is a standby that was not promoted, or default_transaction_read_only is on. ' +
      'Hindsight needs the primary.',
  )

const isMissingTable = (error: unknown) => ['42P01', '3F000'].includes(databaseErrorCode(error) ?? '')

/** The `when` of each migration that was applied, oldest first; none in a database that was never migrated. */
export async function listApplied(client: PoolClient): Promise<number[]> {
  const { rows } = await client.query("select to_regclass('drizzle.__drizzle_migrations') as found")
  if (rows[0]?.found === null) return []
  const applied = await client.query('select created_at from drizzle.__drizzle_migrations order by created_at')
  return applied.rows.map((row) => Number(row.created_at))
}

async function isCurrent(client: PoolClient, folder: string): Promise<boolean> {
  const applied = await listApplied(client)
  const known = listMigrations(folder)
  return applied.length === known.length && known.every(({ when }, index) => when === applied[index])
}

async function prepareBookkeeping(client: PoolClient): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      for (const statement of bookkeeping) await client.query(statement)
      return
    } catch (error) {
      if (attempt === attempts || !creationRaces.has(databaseErrorCode(error) ?? '')) throw error
    }
  }
}

/** A transaction that no other migration runs beside. It may take long: the session's time limits do not hold in it. */
export async function withMigrationLock<Result>(client: PoolClient, work: () => Promise<Result>): Promise<Result> {
  await prepareBookkeeping(client)
  await client.query('begin')
  try {
    await liftTimeLimits(client)
    await client.query('set local idle_in_transaction_session_timeout = 0')
    await client.query("set local lock_timeout = '300s'")
    await client.query('select id from drizzle.migration_lock for update')
    const result = await work()
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback').catch(() => {})
    if (databaseErrorCode(error) !== '55P03') throw error
    throw new MigrationError('locked', 'Another process has been changing the database for 5 minutes.', {
      cause: error,
    })
  }
}

/** Applies what is missing in the open transaction and gives its tags. */
export async function applyMigrations(client: PoolClient, known: ReturnType<typeof readMigrations>): Promise<string[]> {
  const applied = await listApplied(client)
  refuseOtherHistory(applied, known)
  const missing = known.slice(applied.length)
  for (const { tag, when, hash, statements } of missing) {
    try {
      for (const statement of statements) await client.query(statement)
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      throw new MigrationError('migration_failed', `Migration ${tag} failed, nothing was changed: ${reason}`, {
        cause: error,
      })
    }
    await client.query('insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)', [hash, when])
  }
  return missing.map(({ tag }) => tag)
}

function refuseOtherHistory(applied: readonly number[], known: readonly Migration[]): void {
  const first = applied.findIndex((when, index) => when !== known[index]?.when)
  if (first === -1) return
  if (first === known.length) {
    throw new MigrationError(
      'database_newer',
      `The database is newer than this program: ${applied.length} migrations were applied, ${known.length} are known. ` +
        'Run the Hindsight that migrated it, or restore a backup made with this one.',
    )
  }
  throw new MigrationError(
    'history_differs',
    `The database was migrated in another way: where this program has ${known[first]?.tag}, it has a migration of ` +
      `${new Date(applied[first] ?? 0).toISOString()}. Use another database, or the Hindsight that migrated this one.`,
  )
}
