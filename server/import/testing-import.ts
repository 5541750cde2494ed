import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ImportKind } from '#lib/contracts/import-values.ts'
import { provideDatabaseForEachTest, type TestDatabase } from '#server/platform/db/testing.ts'
import { systemActor } from '#server/platform/runtime/context.ts'
import { importFile } from './import-file.ts'
import type { ImportOptions, ImportSummary } from './import-summary.ts'
import { makeTemporaryFolder } from './testing.ts'

export const importContext = ({ pool }: TestDatabase, now = '2026-03-01T10:00:00.000Z') => ({
  pool,
  actor: systemActor('import', 'Import'),
  now: new Date(now),
  requestId: 'test-import',
})

/** A database of its own for each test of a file; `open` gives the one of the test that runs. */
export function provideDatabases() {
  const database = provideDatabaseForEachTest({ pipeline: false })
  const open = () => database
  return { open, context: () => ({ ...importContext(open()), db: open().db }) }
}

export type TestImport = Partial<ImportOptions> & { readonly now?: string; readonly file?: string }

/** Imports a text as a file of that name; JSON for a value that is not text. Refused rows go beside it. */
export async function importContent(
  database: TestDatabase,
  entity: ImportKind,
  content: unknown,
  { now, file, ...options }: TestImport = {},
): Promise<ImportSummary> {
  const isText = typeof content === 'string' || Buffer.isBuffer(content)
  const path = join(await makeTemporaryFolder(), file ?? (isText ? 'rows.csv' : 'rows.json'))
  await writeFile(path, isText ? content : JSON.stringify(content))
  return importFile(importContext(database, now), { entity, path, ...options })
}

export const countsOf = ({ inserted, updated, unchanged, refused, superseded, kept, stubs }: ImportSummary) => ({
  inserted,
  updated,
  unchanged,
  refused,
  superseded,
  kept,
  stubs,
})

export const noCounts = { inserted: 0, updated: 0, unchanged: 0, refused: 0, superseded: 0, kept: 0, stubs: 0 }

/** What the database holds of every kind of record, to see that nothing changed. */
export async function readAll({ pool }: TestDatabase): Promise<unknown> {
  const tables = ['users', 'products', 'changes', 'incidents', 'articles', 'improvements', 'audit_events']
  const read = await Promise.all(tables.map((table) => pool.query(`select t::text from ${table} t order by 1`)))
  return read.map(({ rows }) => rows)
}
