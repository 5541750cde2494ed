import { count, type Placeholder, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable, SelectedFields } from 'drizzle-orm/pg-core'
import type { SelectResultFields } from 'drizzle-orm/query-builders/select.types'
import type { Page, PageRequest } from '#lib/contracts/pages.ts'
import type { Queryable } from './client.ts'
import { type Built, runShaped, runShapedPage, type Shape } from './statement.ts'

export type ListQuery<Columns extends SelectedFields> = {
  readonly from: PgTable
  /** A table with at most one row for each of `from`; missing ones are null. Give its columns as aliased SQL. */
  readonly leftJoin?: { readonly table: PgTable; readonly on: SQL }
  readonly columns: Columns
  readonly where: SQL | undefined
  readonly orderBy: readonly SQL[]
}

type PageQuery<Columns extends SelectedFields> = ListQuery<Columns> & { readonly page: PageRequest }

/**
 * One page of records and the number of all that match, in one statement and so from one snapshot. Every row carries
 * the total, so it is known past the end too. A join on `true` is a nested loop: it keeps the order of the page.
 */
export async function selectPage<Columns extends SelectedFields>(
  db: Queryable,
  { page, ...list }: PageQuery<Columns>,
): Promise<Page<SelectResultFields<Columns>>> {
  const { query } = buildPage(db, list, { limit: page.limit, offset: (page.page - 1) * page.limit })
  return pageOf(await query)
}

/** The same with the SQL built once for each shape: `build` has placeholders for all that the shape does not tell. */
export async function selectShapedPage<Columns extends SelectedFields>(
  db: Queryable,
  { key, values }: Shape,
  page: PageRequest,
  build: () => ListQuery<Columns>,
): Promise<Page<SelectResultFields<Columns>>> {
  const cut = { limit: page.limit, offset: (page.page - 1) * page.limit }
  const placeholders = { limit: sql.placeholder('limit'), offset: sql.placeholder('offset') }
  const shape = { key, values: { ...values, ...cut } }
  const counted = () => ({ ...buildPage(db, build(), placeholders), head: [counting] })
  const { head, rows } = await runShapedPage<SelectResultFields<Columns>>(db, shape, counted)
  return { rows, total: Number(head[counting] ?? 0) }
}

/** The records of a page alone, with the SQL built once for each shape. */
export function selectShapedRows<Columns extends SelectedFields>(
  db: Queryable,
  { key, values }: Shape,
  page: PageRequest,
  build: () => ListQuery<Columns>,
): Promise<SelectResultFields<Columns>[]> {
  const cut = { limit: page.limit, offset: (page.page - 1) * page.limit }
  const placeholders = { limit: sql.placeholder('limit'), offset: sql.placeholder('offset') }
  const shape = { key: `${key} alone`, values: { ...values, ...cut } }
  return runShaped(db, shape, () => {
    const list = build()
    return { query: buildRows(db, list, placeholders), fields: list.columns }
  })
}

type Cut = { readonly limit: number | Placeholder; readonly offset: number | Placeholder }

/** Name of the total in a row, unlike that of any column. */
const counting = 'total of the page'

function buildPage<Columns extends SelectedFields>(db: Queryable, list: ListQuery<Columns>, page: Cut) {
  const { from, leftJoin, where } = list
  const totals = db
    .select({ total: count().as('total') })
    .from(from)
    .$dynamic()
  if (leftJoin) totals.leftJoin(leftJoin.table, leftJoin.on)
  const counted = totals.where(where).as('counted')
  const cut = buildRows(db, list, page).as('cut')
  const fields: SelectedFields = { [counting]: counted.total, ...(cut._.selectedFields as Record<string, PgColumn>) }
  return { query: db.select(fields).from(counted).leftJoin(cut, sql`true`), fields } satisfies Built
}

function buildRows<Columns extends SelectedFields>(
  db: Queryable,
  { from, leftJoin, columns, where, orderBy }: ListQuery<Columns>,
  { limit, offset }: Cut,
) {
  const records = db
    .select(columns as SelectedFields)
    .from(from)
    .$dynamic()
  if (leftJoin) records.leftJoin(leftJoin.table, leftJoin.on)
  return records
    .where(where)
    .orderBy(...orderBy)
    .limit(limit)
    .offset(offset)
}

/** A row of nothing but nulls beside the total stands for a page without records. */
function pageOf<Row>(joined: readonly Record<string, unknown>[]): Page<Row> {
  const total = Number(joined[0]?.[counting] ?? 0)
  const rows = joined.map(({ [counting]: _, ...row }) => row)
  const isEmpty = rows.length === 1 && Object.values(rows[0] ?? {}).every((value) => value === null)
  return { rows: (isEmpty ? [] : rows) as Row[], total }
}
