import { randomBytes } from 'node:crypto'
import { and, eq, getTableColumns } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Pool } from 'pg'
import { afterAll, beforeAll, beforeEach, inject } from 'vitest'
import { createDatabase, type Database, openPlainPool, type Queryable } from './client.ts'
import { buildDatabaseUrl, dropDatabase, executeOn } from './databases.ts'

export type TestDatabase = {
  readonly db: Database
  /** The pool of `db`: pipelined, or plain for COPY. */
  readonly pool: Pool
  readonly url: string
  drop(): Promise<void>
}

/** Time zone of test sessions: not a whole hour from UTC, and with daylight saving, so that no test passes by luck. */
const serverZone = 'America/St_Johns'

/**
 * Creates a database for a test file: migrated and empty, or without tables if the test migrates it. Call `drop` when
 * done. COPY, as in an import, needs a pool without pipeline.
 */
export async function createTestDatabase({ isMigrated = true, pipeline = true } = {}): Promise<TestDatabase> {
  const { serverUrl, template: migrated } = inject('testDatabase')
  const template = isMigrated ? migrated : 'template0'
  const name = `hindsight_test_${randomBytes(6).toString('hex')}`
  // The default strategy, page by page through the log, takes nearly twice as long.
  await executeOn(serverUrl, `create database ${name} template ${template} strategy file_copy`)
  await executeOn(serverUrl, `alter database ${name} set timezone = '${serverZone}'`)
  const url = buildDatabaseUrl(serverUrl, name)
  const { db, pool: pipelined } = createDatabase(url, { poolSize: 5 })
  const pool = pipeline ? pipelined : openPlainPool(db, { poolSize: 5 }).pool
  return {
    db,
    pool,
    url,
    async drop() {
      await Promise.all([...new Set([pipelined, pool])].map((one) => one.end()))
      await dropDatabase(serverUrl, name)
    },
  }
}

type DatabaseOptions = Parameters<typeof createTestDatabase>[0]

/** The database of a test file: created before its tests, dropped after. Each test finds the `empty` tables empty. */
export function provideTestDatabase({
  empty = [],
  ...options
}: DatabaseOptions & { empty?: readonly PgTable[] } = {}): TestDatabase {
  let database: TestDatabase
  beforeAll(async () => {
    database = await createTestDatabase(options)
  })
  beforeEach(async () => {
    for (const table of empty) await database.db.delete(table)
  })
  afterAll(() => database.drop())
  return following(() => database)
}

/** A database of its own for each test of a file, dropped when all else that the test leaves to clean up has ended. */
export function provideDatabaseForEachTest(options?: DatabaseOptions): TestDatabase {
  let current: TestDatabase
  beforeEach(async ({ onTestFinished }) => {
    current = await createTestDatabase(options)
    onTestFinished(current.drop)
  })
  return following(() => current)
}

/** The database of a test file, which each test finds without rows: sixteen times as fast as one of its own. */
export function provideEmptyDatabase(options?: DatabaseOptions): TestDatabase {
  const database = provideTestDatabase(options)
  beforeEach(() => emptyTables(database.pool))
  return database
}

/** Deletes all rows, also those that triggers write meanwhile; the parts that people took may not be deleted singly. */
async function emptyTables(pool: Pool): Promise<void> {
  const { rows: tables } = await pool.query<{ name: string }>({
    name: 'tables',
    text: `select tablename as name from pg_tables where schemaname = 'public' and tablename <> 'record_counts' order by 1`,
  })
  const filled = tables.map(({ name }) => `select '${name}' as name where exists (select from "${name}")`)
  for (;;) {
    const { rows } = await pool.query<{ name: string }>({ name: 'filled', text: filled.join(' union all ') })
    if (rows.length === 0) return
    for (const { name } of rows) await pool.query(`${name.endsWith('_parts') ? 'truncate' : 'delete from'} "${name}"`)
  }
}

type Row<Table extends PgTable> = Table['$inferSelect']

/** The rows of a table that have these values, in the order of their identifiers if the table has a column `id`. */
export async function readRows<Table extends PgTable>(
  db: Queryable,
  table: Table,
  values: { readonly [Name in keyof Row<Table>]?: NonNullable<Row<Table>[Name]> } = {},
): Promise<Row<Table>[]> {
  const columns: Readonly<Record<string, PgColumn | undefined>> = getTableColumns<PgTable>(table)
  const conditions = Object.entries(values).map(([name, value]) => columns[name] && eq(columns[name], value))
  const rows = db
    .select()
    .from<PgTable>(table)
    .where(and(...conditions))
  return columns.id ? rows.orderBy(columns.id) : rows
}

/** Resolves once a connection of a pool has been used so many times: the moment to kill its process. */
export const waitForUses = (pool: Pool, uses: number): Promise<'doomed'> =>
  new Promise((resolve) => {
    let left = uses
    pool.on('acquire', () => {
      left -= 1
      if (left === 0) resolve('doomed')
    })
  })

/** The database that a function returns when it is used. */
const following = (current: () => TestDatabase): TestDatabase => ({
  get db() {
    return current().db
  },
  get pool() {
    return current().pool
  },
  get url() {
    return current().url
  },
  drop: () => current().drop(),
})
