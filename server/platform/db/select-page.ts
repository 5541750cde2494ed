import { eq, getTableName, type Placeholder, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable, SelectedFields } from 'drizzle-orm/pg-core'
import type { SelectResultFields } from 'drizzle-orm/query-builders/select.types'
import type { Page, PageRequest } from '#lib/contracts/pages.ts'
import { recordCounts } from '#server/schema/record-counts.ts'
import type { Queryable } from './client.ts'

type PageQuery<Columns extends SelectedFields> = {
  readonly from: PgTable
  /** A table with at most one row for each of `from`; missing ones are null. Select its columns as aliased SQL. */
  readonly leftJoin?: { readonly table: PgTable; readonly on: SQL } | undefined
  readonly columns: Columns
  /** An expression that is selected as the field `sortKeyName`. */
  readonly sortKey?: SQL | undefined
  readonly where: SQL | undefined
  readonly orderBy: readonly SQL[]
  /** Identifies a record. If set, rows before the page are skipped in the index alone, if there is one. */
  readonly lookUpBy?: PgColumn | undefined
}

type PageBounds = { readonly limit: SQL | number; readonly offset: SQL | number }

/** Name of the total in a row, different from any column. */
const totalName = 'total of the page'

export const sortKeyName = 'sort_key'

/** A row of `buildPage`: the total, and the fields of a record, all null if the page is empty. */
export type PageRow = Readonly<Record<string, unknown>>

/** One page of records and the number of all matching ones, in one snapshot. */
export async function selectPage<Columns extends SelectedFields>(
  db: Queryable,
  { page: { page, limit }, ...query }: PageQuery<Columns> & { page: PageRequest },
): Promise<Page<SelectResultFields<Columns>>> {
  return readJoinedPage(await buildPage(db, query, { limit, offset: (page - 1) * limit }), Object.keys(query.columns))
}

/** Every row contains the total, so it is known past the end too. `after` restricts the page, not the total. */
export function buildPage<Columns extends SelectedFields>(
  db: Queryable,
  { from, leftJoin, columns, sortKey, where, orderBy, lookUpBy }: PageQuery<Columns>,
  { limit, offset }: PageBounds,
  after?: SQL,
) {
  const inner = sortKey ? { ...columns, [sortKeyName]: sortKey.as(sortKeyName) } : columns
  const select = (fields: SelectedFields) => {
    const records = db.select(fields).from(from).$dynamic()
    return leftJoin ? records.leftJoin(leftJoin.table, leftJoin.on) : records
  }
  const cutFrom = (records: ReturnType<typeof select>) =>
    records
      .where(after === undefined ? where : sql`${where ?? sql`true`} and ${after}`)
      .orderBy(...orderBy)
      .limit(limit as number)
      .offset(offset as number | Placeholder as number)
  const lookUp = (identifier: PgColumn) => {
    const identified = cutFrom(select({ identifier: sql`${identifier}`.as('identifier') })).as('found')
    return select(inner)
      .innerJoin(identified, eq(identifier, identified.identifier))
      .orderBy(...orderBy)
  }
  const cut = (lookUpBy ? lookUp(lookUpBy) : cutFrom(select(inner))).as('cut')
  const total = selectTotal(db, { from, leftJoin, where })
  const cutFields = Object.fromEntries(Object.keys(inner).map((name) => [name, cut[name] as PgColumn]))
  // drizzle reads plain SQL from a row much faster than an alias.
  const key = sortKey && { [sortKeyName]: sql`${cutFields[sortKeyName]}` }
  const fields: SelectedFields = { [totalName]: total, ...cutFields, ...key }
  return db.select(fields).from(sql`(select) as page`).leftJoin(cut, sql`true`)
}

/** The number of matching rows; for a whole table from its stored counts, if any. */
function selectTotal(
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

/** Converts rows of `buildPage` to a page; a record has the fields of these names. */
export function readJoinedPage<Row>(joined: readonly PageRow[], names: readonly string[]): Page<Row> {
  const total = Number(joined[0]?.[totalName] ?? 0)
  const isEmpty = joined.length === 1 && names.every((name) => joined[0]?.[name] === null)
  return { rows: isEmpty ? [] : joined.map((row) => pick(row, names) as Row), total }
}

function pick(row: PageRow, names: readonly string[]): Record<string, unknown> {
  const picked: Record<string, unknown> = {}
  for (const name of names) picked[name] = row[name]
  return picked
}
