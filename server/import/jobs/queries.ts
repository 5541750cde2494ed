import { and, eq, ne } from 'drizzle-orm'
import type { listImports as contract } from '#lib/contracts/app/imports.ts'
import type { QueryOf } from '#lib/contracts/endpoint.ts'
import type { ImportEntry, ImportRecord } from '#lib/contracts/import-records.ts'
import type { ImportKind } from '#lib/contracts/import-values.ts'
import type { Page } from '#lib/contracts/pages.ts'
import { defineList, listPage } from '#server/platform/db/list.ts'
import type { Context } from '#server/platform/runtime/context.ts'
import { imports } from '#server/schema/imports.ts'
import { findImport, mayImportAccounts } from './find-import.ts'
import { presentEntry, presentImport } from './present-import.ts'

const columns = {
  id: imports.id,
  kind: imports.kind,
  source: imports.source,
  fileName: imports.fileName,
  size: imports.size,
  status: imports.status,
  isDryRun: imports.isDryRun,
  rows: imports.rows,
  refused: imports.refused,
  result: imports.result,
  error: imports.error,
  createdBy: imports.createdBy,
  createdAt: imports.createdAt,
  startedAt: imports.startedAt,
  finishedAt: imports.finishedAt,
  undoneAt: imports.undoneAt,
  undoneBy: imports.undoneBy,
}

const importList = defineList({ table: imports, columns, key: 'id', sort: '-createdAt' })

/** The imports, newest first; those of accounts only for an admin. */
export async function listImports(ctx: Context, query: QueryOf<typeof contract>): Promise<Page<ImportEntry>> {
  const { kind, status, ...request } = query
  const seesAccounts = mayImportAccounts(ctx.actor)
  const sql = and(
    kind && eq(imports.kind, kind),
    status && eq(imports.status, status),
    seesAccounts ? undefined : ne(imports.kind, 'accounts'),
  )
  const condition = sql && { key: JSON.stringify([kind, status, seesAccounts]), sql }
  const page = await listPage(ctx.db, importList, { ...request, condition })
  return { ...page, rows: page.rows.map(presentEntry) }
}

/** An import; with `kinds`, only of these. Throws `not_found`. */
export async function getImport(ctx: Context, id: string, kinds?: readonly ImportKind[]): Promise<ImportRecord> {
  return presentImport(await findImport(ctx, id, kinds))
}
