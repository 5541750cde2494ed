import { sql } from 'drizzle-orm'
import type { Pool, PoolClient } from 'pg'
import type { Queryable, Transaction } from '#server/platform/db/client.ts'
import { findDatabaseErrorCode, isMissingTable } from '#server/platform/db/error-code.ts'
import { isReadOnly } from '#server/platform/db/read-only.ts'
import { liftTimeLimits } from '#server/platform/db/time-limits.ts'
import { describeError } from '#server/platform/describe-error.ts'
import { listMigrations, type Migration, migrationsDir, readMigrations } from './read-migrations.ts'

/** SQLSTATEs of concurrent sessions creating the same object, despite "if not exists". */
const creationRaces = new Set(['23505', '42710', '42P06', '42P07', '40001', 'XX000'])
const attempts = 10

/** Includes drizzle's own table, so that drizzle-kit recognises the database. */
const bookkeeping = [
  'create schema if not exists drizzle',
  `create table if not exists drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)`,
  'create table if not exists drizzle.migration_lock (id integer primary key)',
  'insert into drizzle.migration_lock (id) values (1) on conflict (id) do nothing',
]

/**
 * Migrates the database to this program's version in one transaction and returns the tags of the applied migrations.
 * One process migrates or restores at a time; the others wait for its row lock, also those that need no migration. The
 * lock is a plain row, which works in every PostgreSQL and ends with its session. Throws if the database is newer than
 * the program.
 */
export async function migrateDatabase(pool: Pool, { folder = migrationsDir() } = {}): Promise<string[]> {
  if (await isReadOnly(pool)) {
    throw new Error(
      'The database takes no writes: it is a standby that was not promoted, or default_transaction_read_only is on. ' +
        'Hindsight needs the primary.',
    )
  }
  const client = await pool.connect()
  try {
    if ((await isCurrent(client, folder)) && !(await isLocked(client))) return []
    return await withMigrationLock(client, () => applyMigrations(client, readMigrations(folder)))
  } finally {
    client.release()
  }
}

/** True if this program's last migration is applied. Newer ones are accepted, as during a rolling update. */
export async function isMigrated(db: Queryable): Promise<boolean> {
  const newest = listMigrations().at(-1)?.when
  try {
    const { rows } = await db.execute(sql`select max(created_at) as last from drizzle.__drizzle_migrations`)
    return newest !== undefined && Number(rows[0]?.last) >= newest
  } catch (error) {
    if (isMissingTable(error)) return false
    throw error
  }
}

/** The `when` of each applied migration, oldest first; empty for a database that was never migrated. */
export async function listApplied(client: PoolClient): Promise<number[]> {
  const { rows } = await client.query("select to_regclass('drizzle.__drizzle_migrations') as found")
  if (rows[0]?.found === null) return []
  const applied = await client.query('select created_at from drizzle.__drizzle_migrations order by created_at')
  return applied.rows.map((row) => Number(row.created_at))
}

async function isCurrent(client: PoolClient, folder: string): Promise<boolean> {
  const applied = await listApplied(client)
  const migrations = listMigrations(folder)
  return applied.length === migrations.length && migrations.every(({ when }, index) => when === applied[index])
}

/** True if another process migrates or restores. */
async function isLocked(client: PoolClient): Promise<boolean> {
  const { rowCount } = await client.query('select from drizzle.migration_lock for share skip locked')
  return rowCount === 0
}

/** Waits until no other process migrates or restores, and keeps others from it until the transaction ends. */
export async function holdOffRestores(tx: Transaction): Promise<void> {
  await tx.execute(sql`select from drizzle.migration_lock for share`)
}

async function prepareBookkeeping(client: PoolClient): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      for (const statement of bookkeeping) await client.query(statement)
      return
    } catch (error) {
      if (attempt === attempts || !creationRaces.has(findDatabaseErrorCode(error) ?? '')) throw error
    }
  }
}

/** Runs `work` in a transaction that excludes migrations, restores and starts elsewhere, and has no time limits. */
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
    if (findDatabaseErrorCode(error) !== '55P03') throw error
    throw new Error('Another process has been migrating or restoring the database for 5 minutes.', { cause: error })
  }
}

/** Applies missing migrations in the open transaction and returns their tags. */
export async function applyMigrations(client: PoolClient, known: ReturnType<typeof readMigrations>): Promise<string[]> {
  const applied = await listApplied(client)
  assertSameHistory(applied, known)
  const missing = known.slice(applied.length)
  for (const { tag, when, hash, statements } of missing) {
    try {
      for (const statement of statements) await client.query(statement)
    } catch (error) {
      const reason = describeError(error)
      throw new Error(`Migration ${tag} failed and nothing was changed: ${reason}`, { cause: error })
    }
    await client.query('insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)', [hash, when])
  }
  return missing.map(({ tag }) => tag)
}

function assertSameHistory(applied: readonly number[], known: readonly Migration[]): void {
  const first = applied.findIndex((when, index) => when !== known[index]?.when)
  if (first === -1) return
  if (first === known.length) {
    throw new Error(
      `The database is newer than this program: ${applied.length} migrations were applied, ${known.length} are known. ` +
        'Run the Hindsight that migrated it, or restore a backup of this one.',
    )
  }
  throw new Error(
    `The database has another migration history: instead of ${known[first]?.tag} it has a migration of ` +
      `${new Date(applied[first] ?? 0).toISOString()}. Use another database, or the Hindsight that migrated this one.`,
  )
}
