import { and, eq, inArray, ne, type SQL } from 'drizzle-orm'
import type { listImports as contract } from '#lib/contracts/app/imports.ts'
import type { QueryOf } from '#lib/contracts/endpoint.ts'
import type { ImportEntry, ImportRecord } from '#lib/contracts/import-records.ts'
import type { ImportKind } from '#lib/contracts/import-values.ts'
import type { Page } from '#lib/contracts/pages.ts'
import { defineList, listPage } from '#server/platform/db/list.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import type { Actor, Context } from '#server/platform/runtime/context.ts'
import { imports } from '#server/schema/imports.ts'
import { type ImportRow, presentEntry, presentImport } from './present-import.ts'

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

/** The imports, newest first. */
export async function listImports(ctx: Context, query: QueryOf<typeof contract>): Promise<Page<ImportEntry>> {
  const { kind, status, ...request } = query
  const parts = [
    ...(kind === undefined ? [] : [['kind', eq(imports.kind, kind)] as const]),
    ...(status === undefined ? [] : [['status', eq(imports.status, status)] as const]),
    ...(isAdmin(ctx.actor) ? [] : [['accounts', ne(imports.kind, 'accounts')] as const]),
  ]
  const conditions = parts.map(([, condition]) => condition)
  const condition =
    conditions.length === 0
      ? undefined
      : { key: JSON.stringify([kind, status, parts.length]), sql: and(...conditions) as SQL }
  const page = await listPage(ctx.db, importList, { ...request, condition })
  return { ...page, rows: page.rows.map((row) => presentEntry(row as unknown as ImportRow)) }
}

/** An import; with `kinds`, only of these. Throws `not_found`. */
export async function getImport(ctx: Context, id: string, kinds?: readonly ImportKind[]): Promise<ImportRecord> {
  return presentImport(await findImport(ctx, id, kinds))
}

const isAdmin = (actor: Actor) => actor.kind === 'system' || (actor.kind === 'account' && actor.role === 'admin')

/** Throws `forbidden` for accounts, unless the caller is an admin. */
export function assertMayImport({ actor }: Context, kind: ImportKind): void {
  if (kind === 'accounts' && !isAdmin(actor)) throw new AppError('forbidden', 'Only an admin imports accounts.')
}

/** Throws `not_found`, and `forbidden` for accounts unless the caller is an admin. */
export async function findImport(ctx: Context, id: string, kinds?: readonly ImportKind[]): Promise<ImportRow> {
  const isOfKind = kinds && inArray(imports.kind, [...kinds])
  const [row] = await ctx.db
    .select()
    .from(imports)
    .where(and(eq(imports.id, id), isOfKind))
  if (!row) throw notFound('import', id)
  assertMayImport(ctx, row.kind)
  return row
}
