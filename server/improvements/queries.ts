import { eq } from 'drizzle-orm'
import type { QueryOf } from '#lib/contracts/endpoint.ts'
import type { listImprovements as contract, Improvement } from '#lib/contracts/improvements.ts'
import { improvementFields } from '#lib/contracts/improvements.ts'
import type { Page } from '#lib/contracts/pages.ts'
import type { Context } from '#server/context.ts'
import { orderBy } from '#server/db/order-by.ts'
import { parseShapedWhere } from '#server/db/parse-where.ts'
import { improvements } from '#server/db/schema/improvements.ts'
import { selectShapedPage } from '#server/db/select-page.ts'
import { notFound } from '#server/errors.ts'
import { improvementColumns } from './columns.ts'

export type VersionedImprovement = Improvement & { version: number }

export function listImprovements(ctx: Context, input: QueryOf<typeof contract>): Promise<Page<VersionedImprovement>> {
  const { sort = '-created_at' } = input
  const { key, values, where } = parseShapedWhere(input.query, improvementFields, improvementColumns)
  return selectShapedPage(ctx.db, { key: `improvements ${sort} ${key}`, values }, input, () => ({
    from: improvements,
    columns: improvementColumns,
    where: where(),
    orderBy: orderBy(sort, improvementColumns, improvements.id),
  }))
}

/** One improvement with its version. Throws `not_found`. */
export async function getImprovement(ctx: Context, id: string): Promise<VersionedImprovement> {
  const [row] = await ctx.db.select(improvementColumns).from(improvements).where(eq(improvements.id, id))
  if (!row) throw notFound('improvement', id)
  return row
}
