import { count, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable, SelectedFields } from 'drizzle-orm/pg-core'
import type { SelectResultFields } from 'drizzle-orm/query-builders/select.types'
import type { Page, PageRequest } from '#lib/contracts/pages.ts'
import type { Queryable } from './client.ts'

type PageQuery<Columns extends SelectedFields> = {
  readonly from: PgTable
  /** A table with at most one row for each of `from`; missing ones are null. Give its columns as aliased SQL. */
  readonly leftJoin?: { readonly table: PgTable; readonly on: SQL }
  readonly columns: Columns
  readonly where: SQL | undefined
  readonly orderBy: readonly SQL[]
  readonly page: PageRequest
}

/**
 * One page of records and the number of all that match, in one statement and so from one snapshot. Every row carries
 * the total, so it is known past the end too. A join on `true` is a nested loop: it keeps the order of the page.
 */
export async function selectPage<Columns extends SelectedFields>(
  db: Queryable,
  { from, leftJoin, columns, where, orderBy, page }: PageQuery<Columns>,
): Promise<Page<SelectResultFields<Columns>>> {
  const totals = db
    .select({ total: count().as('total') })
    .from(from)
    .$dynamic()
  const records = db
    .select(columns as SelectedFields)
    .from(from)
    .$dynamic()
  if (leftJoin) {
    totals.leftJoin(leftJoin.table, leftJoin.on)
    records.leftJoin(leftJoin.table, leftJoin.on)
  }
  const counted = totals.where(where).as('counted')
  const cut = records
    .where(where)
    .orderBy(...orderBy)
    .limit(page.limit)
    .offset((page.page - 1) * page.limit)
    .as('cut')
  const joined = await db
    .select({ total: counted.total, row: cut._.selectedFields as Record<string, PgColumn> })
    .from(counted)
    .leftJoin(cut, sql`true`)
  const rows = joined.flatMap(({ row }) => row ?? []) as unknown as SelectResultFields<Columns>[]
  return { rows, total: joined[0]?.total ?? 0 }
}
