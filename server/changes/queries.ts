import type { ChangeRecord, listChanges as contract } from '#lib/contracts/changes.ts'
import { changeFields } from '#lib/contracts/changes.ts'
import type { QueryOf } from '#lib/contracts/endpoint.ts'
import type { Page } from '#lib/contracts/pages.ts'
import type { Context } from '#server/context.ts'
import { orInfinity } from '#server/db/columns.ts'
import { findRecord } from '#server/db/find-record.ts'
import { listOrder } from '#server/db/order-by.ts'
import { parseShapedWhere } from '#server/db/parse-where.ts'
import { changes } from '#server/db/schema/changes.ts'
import { selectKeptPage } from '#server/db/select-kept-page.ts'
import { talliedBy } from '#server/db/tally.ts'
import { notFound } from '#server/errors.ts'
import { changeColumns, changeFilterColumns, fewValuedOfChange } from './columns.ts'

export type VersionedChange = ChangeRecord & { version: number }

/** What has no such time sorts behind all that has. */
const sortColumns = {
  ...changeColumns,
  planned_start: orInfinity(changes.plannedStart),
  actual_end: orInfinity(changes.actualEnd),
}
/** Keys that no write alters. */
const steadySorts = new Set(['number', '-number', 'created_at', '-created_at'])

export function listChanges(ctx: Context, input: QueryOf<typeof contract>): Promise<Page<VersionedChange>> {
  const { sort = '-created_at' } = input
  const { key, values, isByTrigrams, where, tree } = parseShapedWhere(input.query, changeFields, changeFilterColumns)
  const build = () => ({
    from: changes,
    columns: changeColumns,
    where: where(),
    order: listOrder(sort, sortColumns, changes.number),
  })
  return selectKeptPage(
    ctx.db,
    {
      lists: ['changes'],
      shape: { key: `changes ${sort} ${key}`, values },
      isFiltered: input.query !== undefined,
      isFoundOnce: isByTrigrams,
      tallied: talliedBy('changes', tree, fewValuedOfChange),
      isSteady: steadySorts.has(sort),
      build,
    },
    input,
  )
}

/** One change with its version. Throws `not_found`. */
export async function getChange(ctx: Context, number: string): Promise<VersionedChange> {
  const row = await findRecord(ctx.db, { columns: changeColumns, key: 'number' }, number)
  if (!row) throw notFound('change', number)
  return row
}
