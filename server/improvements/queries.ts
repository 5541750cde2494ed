import type { QueryOf } from '#lib/contracts/endpoint.ts'
import type { listImprovements as contract, Improvement } from '#lib/contracts/improvements.ts'
import { improvementFields } from '#lib/contracts/improvements.ts'
import type { Page } from '#lib/contracts/pages.ts'
import type { Context } from '#server/context.ts'
import { findRecord } from '#server/db/find-record.ts'
import { listOrder } from '#server/db/order-by.ts'
import { parseShapedWhere } from '#server/db/parse-where.ts'
import { improvements } from '#server/db/schema/improvements.ts'
import { selectKeptPage } from '#server/db/select-kept-page.ts'
import { talliedBy } from '#server/db/tally.ts'
import { notFound } from '#server/errors.ts'
import { improvementColumns, improvementFilterColumns } from './columns.ts'

export type VersionedImprovement = Improvement & { version: number }

/** Fields with few values. */
const fewValued = {
  source_type: improvements.sourceType,
  category: improvements.category,
  priority: improvements.priority,
  status: improvements.status,
  owner: improvements.owner,
}

/** Keys that no write alters. */
const steadySorts = new Set(['id', '-id', 'created_at', '-created_at'])

export function listImprovements(ctx: Context, input: QueryOf<typeof contract>): Promise<Page<VersionedImprovement>> {
  const { sort = '-created_at' } = input
  const { key, values, isByTrigrams, where, tree } = parseShapedWhere(
    input.query,
    improvementFields,
    improvementFilterColumns,
  )
  const build = () => ({
    from: improvements,
    columns: improvementColumns,
    where: where(),
    order: listOrder(sort, improvementColumns, improvements.id),
  })
  return selectKeptPage(
    ctx.db,
    {
      lists: ['improvements'],
      shape: { key: `improvements ${sort} ${key}`, values },
      isFiltered: input.query !== undefined,
      isFoundOnce: isByTrigrams,
      tallied: talliedBy('improvements', tree, fewValued),
      isSteady: steadySorts.has(sort),
      build,
    },
    input,
  )
}

/** One improvement with its version. Throws `not_found`. */
export async function getImprovement(ctx: Context, id: string): Promise<VersionedImprovement> {
  const row = await findRecord(ctx.db, { columns: improvementColumns, key: 'id' }, id)
  if (!row) throw notFound('improvement', id)
  return row
}
