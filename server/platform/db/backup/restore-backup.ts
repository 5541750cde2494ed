import { randomBytes } from 'node:crypto'
import { pipeline } from 'node:stream/promises'
import { drizzle } from 'drizzle-orm/node-postgres'
import type { Pool, PoolClient } from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { createDatabase, type Queryable } from '#server/platform/db/client.ts'
import { buildDatabaseUrl, dropDatabase, executeOn } from '#server/platform/db/databases.ts'
import { findDatabaseErrorCode } from '#server/platform/db/error-code.ts'
import { applyMigrations, listApplied, withMigrationLock } from '#server/platform/db/migrate/migrate.ts'
import { listMigrations, migrationsDir, readMigrations } from '#server/platform/db/migrate/read-migrations.ts'
import { markCopy } from '#server/platform/installation.ts'
import { type BackupContents, type Frame, readBackup, verifyBackup } from './read-backup.ts'
import { type BackupTable, countAndDigest, joinColumns, listTables, prepareSession, quote, readRows } from './tables.ts'
import type { OnProgress } from './write-backup.ts'

type RestoreOptions = {
  /** True if existing rows may be deleted. */
  readonly mayReplace?: boolean
  /** Milliseconds to wait for the locks of tables. */
  readonly lockTimeoutMs?: number
  /** Called when no process can start any more; may throw. */
  readonly assertUnused?: (db: Queryable) => Promise<void>
  readonly folder?: string
  readonly onProgress?: OnProgress
}

type ForeignKey = { readonly table: string; readonly name: string; readonly definition: string }

const foreignKeysQuery = `
  select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
  from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace order by 1, 2`

/**
 * Restores a backup into a database that is empty, or whose rows may be deleted. The whole file is checked first; then
 * tables and rows are written in one transaction, read back, compared with their checksums, and migrated to this
 * program's version, and the database is marked as a copy. A failure leaves the database unchanged.
 */
export async function restoreBackup(pool: Pool, file: string, options: RestoreOptions = {}) {
  const contents = await verifyBackup(file)
  const folder = options.folder ?? migrationsDir()
  refuseOtherVersion(contents, listMigrations(folder))
  const client = await pool.connect()
  let isBroken = true
  try {
    await withMigrationLock(client, async () => {
      await options.assertUnused?.(drizzle(client))
      await restore(client, file, contents, { ...options, folder }).catch(explain)
    })
    isBroken = false
  } finally {
    client.release(isBroken)
  }
  const rows = contents.tables.reduce((sum, table) => sum + table.rows, 0)
  return { created: contents.header.created, tables: contents.tables.length, rows }
}

function explain(error: unknown): never {
  if (findDatabaseErrorCode(error) !== '55P03') throw error
  // Without the cause, by which the lock of migrations would seem to be held.
  throw new Error('The database is in use: stop every Hindsight that uses it.')
}

/** Shows that a file can be restored, in a temporary database on the server. Throws like `restoreBackup`. */
export async function tryRestore(serverUrl: string, file: string, onProgress?: OnProgress) {
  const name = `hindsight_try_${randomBytes(6).toString('hex')}`
  await executeOn(serverUrl, `create database ${name} template template0`).catch((error: unknown) => {
    if (findDatabaseErrorCode(error) !== '42501') throw error
    throw new Error('To test a backup, the user of the database needs the attribute CREATEDB.', { cause: error })
  })
  try {
    const { pool } = createDatabase(buildDatabaseUrl(serverUrl, name), { poolSize: 1, pipeline: false })
    return await restoreBackup(pool, file, onProgress && { onProgress }).finally(() => pool.end())
  } finally {
    await dropDatabase(serverUrl, name)
  }
}

function refuseOtherVersion({ header }: BackupContents, known: readonly { when: number }[]): void {
  if (header.migrations.some((when, index) => known[index] !== undefined && known[index].when !== when)) {
    throw new Error('The backup is from a Hindsight with a different migration history.')
  }
  if (header.migrations.length > known.length) {
    throw new Error('The backup is from a newer Hindsight: restore it with that version.')
  }
}

async function restore(
  client: PoolClient,
  file: string,
  contents: BackupContents,
  { folder, mayReplace, lockTimeoutMs = 10_000, onProgress }: RestoreOptions & { folder: string },
): Promise<void> {
  await prepareSession(client)
  await client.query(`set local lock_timeout = ${lockTimeoutMs}`)
  await clearDatabase(client, contents, mayReplace ?? false)
  const migrations = readMigrations(folder)
  await applyMigrations(client, migrations.slice(0, contents.header.migrations.length))
  const tables = await listTables(client)
  const everyTable = tables.map(({ name }) => `public.${quote(name)}`).join(', ')
  if (everyTable !== '') await client.query(`truncate ${everyTable}`)

  const { rows: keys } = await client.query<ForeignKey>(foreignKeysQuery)
  for (const { table, name } of keys) await client.query(`alter table ${table} drop constraint ${name}`)
  await loadTables(client, readBackup(file), onProgress)
  for (const expected of contents.tables) await compareTable(client, tables, expected)
  for (const { table, name, definition } of keys) {
    await client.query(`alter table ${table} add constraint ${name} ${definition}`)
  }
  await applyMigrations(client, migrations)
  await markCopy(drizzle(client))
  for (const { name, value, isCalled } of contents.sequences) {
    await client.query('select setval($1::regclass, $2::bigint, $3)', [`public.${quote(name)}`, value, isCalled])
  }
  // A migration since the backup may have dropped tables.
  const restored = (await listTables(client)).map(({ name }) => `public.${quote(name)}`)
  if (restored.length > 0) await client.query(`analyze ${restored.join(', ')}`)
}

/** Leaves the tables of the backup's version, empty, or none. Throws for rows without `mayReplace`. */
async function clearDatabase(client: PoolClient, { header }: BackupContents, mayReplace: boolean): Promise<void> {
  const filled: string[] = []
  for (const { name } of await listTables(client)) {
    const { rows } = await client.query(`select exists (select from public.${quote(name)}) as found`)
    if (rows[0].found) filled.push(name)
  }
  if (filled.length > 0 && !mayReplace) {
    throw new Error(`The database is not empty (${filled.join(', ')}). To delete its contents, restore with --replace.`)
  }
  const applied = await listApplied(client)
  if (applied.join() === header.migrations.join()) return
  const { rows } = await client.query(
    "select count(*)::int as count from pg_class where relnamespace = 'public'::regnamespace",
  )
  if (rows[0].count > 0) {
    await client.query('drop schema public cascade')
    await client.query('create schema public')
    await client.query('grant usage on schema public to public')
  }
  await client.query('delete from drizzle.__drizzle_migrations')
}

async function loadTables(client: PoolClient, frames: AsyncGenerator<Frame>, onProgress: RestoreOptions['onProgress']) {
  for await (const frame of frames) {
    if (frame.kind !== 'table') continue
    const { name, columns } = frame
    const target = client.query(copyFrom(`copy public.${quote(name)} (${joinColumns(columns)}) from stdin`))
    const passed = countAndDigest()
    await pipeline(async function* () {
      for (let next = await frames.next(); !next.done; next = await frames.next()) {
        if (next.value.kind === 'table-end') return
        if (next.value.kind !== 'data') continue
        passed.add(next.value.data)
        onProgress?.({ table: name, rows: passed.rows(), isDone: false })
        yield next.value.data
      }
    }, target)
    onProgress?.({ table: name, rows: target.rowCount, isDone: true })
  }
}

/** Reads a table back and compares it with the checksums of the file. */
async function compareTable(
  client: PoolClient,
  tables: readonly BackupTable[],
  expected: BackupContents['tables'][number],
): Promise<void> {
  const table = tables.find(({ name }) => name === expected.name)
  const passed = countAndDigest()
  if (table !== undefined) {
    for await (const data of readRows(client, { ...table, columns: expected.columns })) passed.add(data)
  }
  const { rows, sha256 } = passed.result()
  if (rows === expected.rows && sha256 === expected.sha256) return
  throw new Error(
    `After restoring, ${expected.name} differs from the backup (${rows} rows, ${expected.rows} in the backup).`,
  )
}
