import { change, type listChanges as contract } from '#lib/contracts/changes.ts'
import type { QueryOf } from '#lib/contracts/endpoint.ts'
import type { Page } from '#lib/contracts/pages.ts'
import { parseQuery } from '#server/platform/db/filter-sql.ts'
import { defineList, selectListPage } from '#server/platform/db/list.ts'
import type { Context } from '#server/platform/runtime/context.ts'
import { changes } from '#server/schema/changes.ts'
import { changeColumns } from './columns.ts'
import type { VersionedChange } from './queries.ts'

const changeList = defineList({
  table: changes,
  columns: changeColumns,
  key: 'number',
  sort: '-created_at',
})

/** A page of changes, newest first unless sorted otherwise. Throws `invalid_filter`. */
export function listChanges(
  ctx: Context,
  { query, ...page }: QueryOf<typeof contract>,
): Promise<Page<VersionedChange>> {
  return selectListPage(ctx.db, changeList, { ...page, filter: parseQuery(query, change.filterFields) })
}
