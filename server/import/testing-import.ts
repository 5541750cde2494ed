import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ImportKind } from '#lib/contracts/import-values.ts'
import { provideEmptyDatabase, type TestDatabase } from '#server/platform/db/testing.ts'
import { createSystemActor } from '#server/platform/runtime/context.ts'
import { importFile } from './import-file.ts'
import type { ImportOptions, ImportSummary } from './import-report.ts'
import { makeTemporaryFolder } from './testing.ts'

export const importContext = ({ pool }: TestDatabase, now = '2026-03-01T10:00:00.000Z') => ({
  pool,
  actor: createSystemActor('import', 'Import'),
  now: new Date(now),
  requestId: 'test-import',
})

/** Provides a database that each test of a file finds empty; `open` returns it. */
export function provideDatabases() {
  const database = provideEmptyDatabase({ pipeline: false })
  const open = () => database
  /** Counts the sessions that wait for another one. */
  const countWaiting = async () => {
    const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    return (await database.pool.query(waiting)).rowCount
  }
  return { open, countWaiting, context: () => ({ ...importContext(open()), db: open().db }) }
}

type TestSummary = ImportSummary & ImportSummary['result']

export async function importPath(database: TestDatabase, options: ImportOptions, now?: string): Promise<TestSummary> {
  const summary = await importFile(importContext(database, now), options)
  return { ...summary, ...summary.result }
}

export type TestImport = Partial<ImportOptions> & { readonly now?: string; readonly file?: string }

/** Imports a text as a file of that name, or another value as JSON. Refused rows are written beside it. */
export async function importContent(
  database: TestDatabase,
  entity: ImportKind,
  content: unknown,
  { now, file, ...options }: TestImport = {},
): Promise<TestSummary> {
  const isText = typeof content === 'string' || Buffer.isBuffer(content)
  const path = join(await makeTemporaryFolder(), file ?? (isText ? 'rows.csv' : 'rows.json'))
  await writeFile(path, isText ? content : JSON.stringify(content))
  return importPath(database, { entity, path, ...options }, now)
}

export const pickCounts = ({ inserted, updated, unchanged, refused, superseded, kept, stubs }: TestSummary) => ({
  inserted,
  updated,
  unchanged,
  refused,
  superseded,
  kept,
  stubs,
})

export const noCounts = { inserted: 0, updated: 0, unchanged: 0, refused: 0, superseded: 0, kept: 0, stubs: 0 }

/** Reads all records of every kind, to check that nothing changed. */
export async function readAll({ pool }: TestDatabase): Promise<unknown> {
  const tables = ['users', 'products', 'changes', 'incidents', 'articles', 'improvements', 'audit_events']
  const read = await Promise.all(tables.map((table) => pool.query(`select t::text from ${table} t order by 1`)))
  return read.map(({ rows }) => rows)
}
