import { eq } from 'drizzle-orm'
import type { QueryOf } from '#lib/contracts/endpoint.ts'
import { type listImprovements as contract, type Improvement, improvement } from '#lib/contracts/improvements.ts'
import type { Page } from '#lib/contracts/pages.ts'
import { parseQuery } from '#server/platform/db/filter-sql.ts'
import { findRecord } from '#server/platform/db/find-record.ts'
import { defineList, selectListPage } from '#server/platform/db/list.ts'
import { notFound } from '#server/platform/errors.ts'
import type { Context } from '#server/platform/runtime/context.ts'
import { improvements } from '#server/schema/improvements.ts'
import { improvementColumns } from './columns.ts'

export type VersionedImprovement = Improvement & { version: number }

const improvementList = defineList({
  table: improvements,
  columns: improvementColumns,
  key: 'id',
  sort: '-created_at',
})

/** A page of improvements, newest first unless sorted otherwise. Throws `invalid_filter`. */
export function listImprovements(
  ctx: Context,
  { query, ...page }: QueryOf<typeof contract>,
): Promise<Page<VersionedImprovement>> {
  return selectListPage(ctx.db, improvementList, { ...page, filter: parseQuery(query, improvement.filterFields) })
}

/** One improvement with its version. Throws `not_found`. */
export async function getImprovement(ctx: Context, id: string): Promise<VersionedImprovement> {
  const row = await findRecord(ctx.db, improvementColumns, 'id', id)
  if (!row) throw notFound('improvement', id)
  return row
}

/** Locks an improvement until the transaction ends. Throws `not_found`. */
export async function lockImprovement({ db }: Context, id: string): Promise<void> {
  const [row] = await db.select({ id: improvements.id }).from(improvements).where(eq(improvements.id, id)).for('update')
  if (!row) throw notFound('improvement', id)
}
