import { eq, sql } from 'drizzle-orm'
import type { ChangeRecord, listChanges as contract } from '#lib/contracts/changes.ts'
import { changeFields } from '#lib/contracts/changes.ts'
import type { QueryOf } from '#lib/contracts/endpoint.ts'
import type { Page } from '#lib/contracts/pages.ts'
import type { Context } from '#server/context.ts'
import { orderBy } from '#server/db/order-by.ts'
import { parseWhere } from '#server/db/parse-where.ts'
import { prepareOnce } from '#server/db/prepared.ts'
import { changes } from '#server/db/schema/changes.ts'
import { selectPage } from '#server/db/select-page.ts'
import { notFound } from '#server/errors.ts'
import { changeColumns } from './columns.ts'

export type VersionedChange = ChangeRecord & { version: number }

export function listChanges(ctx: Context, input: QueryOf<typeof contract>): Promise<Page<VersionedChange>> {
  return selectPage(ctx.db, {
    from: changes,
    columns: changeColumns,
    where: parseWhere(input.query, changeFields, changeColumns),
    orderBy: orderBy(input.sort ?? '-created_at', changeColumns, changes.number),
    page: input,
  })
}

const byNumber = prepareOnce((db) =>
  db
    .select(changeColumns)
    .from(changes)
    .where(eq(changes.number, sql.placeholder('number')))
    .prepare('get_change'),
)

/** One change with its version. Throws `not_found`. */
export async function getChange(ctx: Context, number: string): Promise<VersionedChange> {
  const [row] = await byNumber(ctx.db).execute({ number })
  if (!row) throw notFound('change', number)
  return row
}
