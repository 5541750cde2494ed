import { getTableName, type Placeholder, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable, SelectedFields } from 'drizzle-orm/pg-core'
import type { SelectResultFields } from 'drizzle-orm/query-builders/select.types'
import type { Page, PageRequest } from '#lib/contracts/pages.ts'
import { recordCounts } from '#server/schema/record-counts.ts'
import type { Queryable } from './client.ts'

export type PageQuery<Columns extends SelectedFields> = {
  readonly from: PgTable
  /** A table with at most one row for each of `from`; missing ones are null. Give its columns as aliased SQL. */
  readonly leftJoin?: { readonly table: PgTable; readonly on: SQL } | undefined
  readonly columns: Columns
  readonly where: SQL | undefined
  readonly orderBy: readonly SQL[]
}

type Cut = { readonly limit: SQL | number; readonly offset: SQL | number }

/** Name of the total in a row, unlike that of any column. */
const totalName = 'total of the page'

/** A row of `buildPage`: the total, and the fields of a record, all null where the page has none. */
export type PageRow = Readonly<Record<string, unknown>>

/** One page of records and the number of all that match, from one snapshot. */
export async function selectPage<Columns extends SelectedFields>(
  db: Queryable,
  { page: { page, limit }, ...query }: PageQuery<Columns> & { page: PageRequest },
): Promise<Page<SelectResultFields<Columns>>> {
  return pageOf(await buildPage(db, query, { limit, offset: (page - 1) * limit }))
}

/**
 * The statement for a page: every row carries the total, so it is known past the end too. `after` narrows the page to
 * what comes after a place in the list, but not the total.
 */
export function buildPage<Columns extends SelectedFields>(
  db: Queryable,
  { from, leftJoin, columns, where, orderBy }: PageQuery<Columns>,
  { limit, offset }: Cut,
  after?: SQL,
) {
  const records = db
    .select(columns as SelectedFields)
    .from(from)
    .$dynamic()
  if (leftJoin) records.leftJoin(leftJoin.table, leftJoin.on)
  const cut = records
    .where(after === undefined ? where : sql`${where ?? sql`true`} and ${after}`)
    .orderBy(...orderBy)
    .limit(limit as number)
    .offset(offset as number | Placeholder as number)
    .as('cut')
  const total = totalOf(db, { from, leftJoin, where })
  const fields: SelectedFields = { [totalName]: total, ...(cut._.selectedFields as Record<string, PgColumn>) }
  return db.select(fields).from(sql`(select) as page`).leftJoin(cut, sql`true`)
}

/** How many rows match: of a whole table by its counts, where it has any. */
function totalOf(
  db: Queryable,
  { from, leftJoin, where }: Pick<PageQuery<SelectedFields>, 'from' | 'leftJoin' | 'where'>,
) {
  if (where === undefined) {
    const table = sql.raw(`'${getTableName(from)}'`)
    return sql<number>`coalesce(
      (select sum(${recordCounts.records})::bigint from ${recordCounts} where ${recordCounts.tableName} = ${table}),
      (select count(*) from ${from}))`.mapWith(Number)
  }
  const matching = db.select({ total: sql`count(*)` }).from(from).$dynamic()
  if (leftJoin) matching.leftJoin(leftJoin.table, leftJoin.on)
  return sql<number>`(${matching.where(where)})`.mapWith(Number)
}

/** The page that the rows of `buildPage` are. */
export function pageOf<Row>(joined: readonly PageRow[]): Page<Row> {
  const total = Number(joined[0]?.[totalName] ?? 0)
  const rows = joined.map(({ [totalName]: _, ...row }) => row)
  const isEmpty = rows.length === 1 && Object.values(rows[0] ?? {}).every((value) => value === null)
  return { rows: (isEmpty ? [] : rows) as Row[], total }
}
