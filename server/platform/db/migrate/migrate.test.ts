import { Pool } from 'pg'
import { expect, test } from 'vitest'
import { provideDatabaseForEachTest } from '#server/platform/db/testing.ts'
import { migrateDatabase, withMigrationLock } from './migrate.ts'
import { listMigrations } from './read-migrations.ts'
import { addMigrations } from './testing-migrations.ts'

const tags = listMigrations().map(({ tag }) => tag)

const database = provideDatabaseForEachTest({ isMigrated: false })

async function listTables(): Promise<string[]> {
  const { rows } = await database.pool.query("select tablename from pg_tables where schemaname = 'public' order by 1")
  return rows.map(({ tablename }) => tablename)
}

async function isLockAwaited(): Promise<boolean> {
  const { rows } = await database.pool.query(`select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' and query like '%migration_lock%'`)
  return rows.length > 0
}

test('applies each migration once when twelve processes migrate concurrently', async () => {
  const pools = Array.from({ length: 12 }, () => new Pool({ connectionString: database.url, max: 1 }))
  const runs = await Promise.allSettled(pools.map((pool) => migrateDatabase(pool)))
  await Promise.all(pools.map((pool) => pool.end()))
  expect(runs.filter(({ status }) => status === 'rejected')).toEqual([])
  expect(runs.flatMap((run) => (run.status === 'fulfilled' ? run.value : []))).toEqual(tags)
  const { rows } = await database.pool.query('select count(*)::int as count from drizzle.__drizzle_migrations')
  expect(rows).toEqual([{ count: tags.length }])
})

test('adds missing migrations to an older database', async () => {
  await migrateDatabase(database.pool)
  const folder = addMigrations(
    'create table more (a int)',
    'alter table more add b int;\n--> statement-breakpoint\nselect 1',
  )
  expect(await migrateDatabase(database.pool, { folder })).toEqual(['90_more', '91_more'])
  expect(await listTables()).toContain('more')
})

test('waits while another process migrates or restores, also when nothing is to be migrated', async () => {
  await migrateDatabase(database.pool)
  const other = await database.pool.connect()
  const end = Promise.withResolvers<void>()
  const locked = Promise.withResolvers<void>()
  const restoring = withMigrationLock(other, () => {
    locked.resolve()
    return end.promise
  })
  await locked.promise
  const steps: string[] = []
  const starting = migrateDatabase(database.pool).then(() => steps.push('start'))
  await expect.poll(() => steps.length > 0 || isLockAwaited()).toBe(true)
  steps.push('restored')
  end.resolve()
  await restoring
  await starting
  other.release()
  expect(steps).toEqual(['restored', 'start'])
})

test('changes nothing when a statement fails, and names the migration', async () => {
  await migrateDatabase(database.pool)
  const before = await listTables()
  const folder = addMigrations(
    'create table more (a int)',
    'create table again (a int);\n--> statement-breakpoint\nselect 1/0',
  )
  await expect(migrateDatabase(database.pool, { folder })).rejects.toThrow(
    /91_more.*nothing was changed.*division by zero/,
  )
  expect(await listTables()).toEqual(before)
  expect(await migrateDatabase(database.pool)).toEqual([])
})

test('rejects a database that is newer than the program', async () => {
  await migrateDatabase(database.pool, { folder: addMigrations('select 1') })
  await expect(migrateDatabase(database.pool)).rejects.toThrow(
    `${tags.length + 1} migrations were applied, ${tags.length} are known`,
  )
})

test('rejects a database with another history', async () => {
  await migrateDatabase(database.pool)
  await database.pool.query('update drizzle.__drizzle_migrations set created_at = 1 where id = 1')
  await expect(migrateDatabase(database.pool)).rejects.toThrow(`instead of ${tags[0]} it has a migration of 1970`)
})
