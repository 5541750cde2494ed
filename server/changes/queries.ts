import { eq, sql } from 'drizzle-orm'
import type { ChangeRecord, listChanges as contract } from '#lib/contracts/changes.ts'
import { changeFields } from '#lib/contracts/changes.ts'
import type { QueryOf } from '#lib/contracts/endpoint.ts'
import type { Page } from '#lib/contracts/pages.ts'
import type { Context } from '#server/context.ts'
import { orderBy } from '#server/db/order-by.ts'
import { parseShapedWhere } from '#server/db/parse-where.ts'
import { changes } from '#server/db/schema/changes.ts'
import { selectShapedPage } from '#server/db/select-page.ts'
import { runShaped } from '#server/db/statement.ts'
import { notFound } from '#server/errors.ts'
import { changeColumns } from './columns.ts'

export type VersionedChange = ChangeRecord & { version: number }

export function listChanges(ctx: Context, input: QueryOf<typeof contract>): Promise<Page<VersionedChange>> {
  const { sort = '-created_at' } = input
  const { key, values, where } = parseShapedWhere(input.query, changeFields, changeColumns)
  return selectShapedPage(ctx.db, { key: `changes ${sort} ${key}`, values }, input, () => ({
    from: changes,
    columns: changeColumns,
    where: where(),
    orderBy: orderBy(sort, changeColumns, changes.number),
  }))
}

/** One change with its version. Throws `not_found`. */
export async function getChange(ctx: Context, number: string): Promise<VersionedChange> {
  const [row] = await runShaped<VersionedChange>(ctx.db, { key: 'change', values: { number } }, () => ({
    query: ctx.db
      .select(changeColumns)
      .from(changes)
      .where(eq(changes.number, sql.placeholder('number'))),
    fields: changeColumns,
  }))
  if (!row) throw notFound('change', number)
  return row
}
