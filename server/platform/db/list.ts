import { asc, desc, getTableName, is, type SQL, sql } from 'drizzle-orm'
import { PgColumn, type PgTable, type SelectedFields } from 'drizzle-orm/pg-core'
import type { SelectResultFields } from 'drizzle-orm/query-builders/select.types'
import { z } from 'zod'
import type { Page } from '#lib/contracts/pages.ts'
import type { FilterTree } from '#lib/filter/syntax-tree.ts'
import { invalidField } from '#server/platform/errors.ts'
import { orInfinity } from '#server/schema/columns.ts'
import type { Queryable } from './client.ts'
import { findDatabaseErrorCode } from './error-code.ts'
import { type FilterColumns, filterShape, filterToSql } from './filter-sql.ts'
import { runPrepared } from './prepared.ts'
import { buildPage, type PageRow, readJoinedPage, sortKeyName } from './select-page.ts'

/** A list that clients filter, sort and page through. */
export type List<Columns extends SelectedFields> = {
  readonly table: PgTable
  /** A table with at most one row for each of `table`; select its columns as aliased SQL. */
  readonly leftJoin?: { readonly table: PgTable; readonly on: SQL }
  /** The fields of a record. */
  readonly columns: Columns
  /** Identifies a record and breaks ties; one of `columns`. */
  readonly key: keyof Columns & string
  /** The default order: a field, descending with `-` before it. */
  readonly sort: string
  /** Sort expressions of fields not sorted by their column, never null. Without one, a missing moment sorts last. */
  readonly sortColumns?: Readonly<Record<string, PgColumn | SQL>>
  /** Columns of filter fields that are not the column of the same name. */
  readonly filterColumns?: FilterColumns
}

export type ListRequest = {
  readonly page: number
  readonly limit: number
  readonly sort?: string | undefined
  /** From `Page.next`; `page` is then ignored. Throws `invalid_parameter` if it is not a cursor. */
  readonly cursor?: string | undefined
  readonly filter?: FilterTree | undefined
  /** A further condition, whose SQL is the same for the same `key`; its values are placeholders. */
  readonly condition?: { readonly key: string; readonly sql: SQL } | undefined
  /** Values of the placeholders in columns and condition. */
  readonly values?: Readonly<Record<string, unknown>>
}

export const defineList = <Columns extends SelectedFields>(list: List<Columns>): List<Columns> => list

/**
 * One page of a list and the number of all matching records, in one snapshot. `next` is the cursor of the next page:
 * its cost does not depend on the position, and it does not shift while records are written.
 */
export async function selectListPage<Columns extends SelectedFields>(
  db: Queryable,
  list: List<Columns>,
  request: ListRequest,
): Promise<Page<SelectResultFields<Columns>>> {
  const { limit, sort = list.sort, filter, condition } = request
  const cursor = request.cursor === undefined ? null : readCursor(request.cursor, sort)
  const page = cursor?.page ?? request.page
  const isDeep = !cursor && (page - 1) * limit >= deepOffset
  const filterColumns = { ...list.columns, ...list.filterColumns } as FilterColumns
  const shape = filter && filterShape(filter)
  const key = JSON.stringify([
    getTableName(list.table),
    Object.keys(list.columns),
    sort,
    limit,
    shape?.key,
    condition?.key,
    !cursor,
    isDeep,
  ])
  const values = {
    ...request.values,
    ...Object.fromEntries((shape?.values ?? []).map((value, index) => [`filter${index}`, value])),
    ...(cursor ? { after_key: cursor.key, after_identifier: cursor.identifier } : { offset: (page - 1) * limit }),
  }
  const rows = await runPrepared<PageRow[]>(db, key, values, (db) =>
    buildList(db, list, { sort, limit, filter, condition, filterColumns, isAfterCursor: cursor !== null, isDeep }),
  ).catch((error) => {
    if (cursor && unreadableValues.has(findDatabaseErrorCode(error) ?? '')) throw invalidCursor()
    throw error
  })
  const { total, rows: records } = readJoinedPage(rows.slice(0, limit), Object.keys(list.columns))
  const last = rows[limit - 1]
  const next =
    rows.length > limit && last
      ? writeCursor({
          sort,
          key: String(last[sortKeyName] ?? last[list.key]),
          identifier: String(last[list.key]),
          page: page + 1,
        })
      : null
  return { rows: records as SelectResultFields<Columns>[], total, page, next }
}

/** Offset from which a page is deep: its rows are looked up by identifier. */
const deepOffset = 100

/** SQLSTATEs of a text that is not a value of the sort type. */
const unreadableValues = new Set(['22007', '22008', '22P02', '22003', '22021'])

type PageOptions = Pick<ListRequest, 'limit' | 'filter' | 'condition'> & {
  readonly sort: string
  readonly filterColumns: FilterColumns
  readonly isAfterCursor: boolean
  readonly isDeep: boolean
}

function buildList<Columns extends SelectedFields>(
  db: Queryable,
  { table, leftJoin, columns, key, sortColumns }: List<Columns>,
  { sort, limit, filter, condition, filterColumns, isAfterCursor, isDeep }: PageOptions,
) {
  const isDescending = sort.startsWith('-')
  const field = isDescending ? sort.slice(1) : sort
  const identifier = columns[key] as PgColumn
  const sorted = sortColumns?.[field] ?? neverNull(field, columns[field] as PgColumn | SQL | undefined)
  const keys = sorted === identifier ? [identifier] : [sorted, identifier]
  let valueCount = 0
  const filtered = filter && filterToSql(filter, filterColumns, () => sql.placeholder(`filter${valueCount++}`))
  const where = condition && filtered ? sql`${filtered} and ${condition.sql}` : (condition?.sql ?? filtered)
  const query = {
    from: table,
    leftJoin,
    columns,
    sortKey: sorted === identifier ? undefined : sql`${sorted}::text`,
    where,
    orderBy: keys.map((one) => (isDescending ? desc(one) : asc(one))),
    lookUpBy: isDeep ? identifier : undefined,
  }
  // One record more than the page shows whether there is a next page. The planner must not see the offset: it would
  // make a plan for every page.
  const cut = {
    limit: sql.raw(String(limit + 1)),
    offset: isAfterCursor ? sql`0` : sql`(select ${sql.placeholder('offset')}::bigint)`,
  }
  return buildPage(db, query, cut, isAfterCursor ? isAfter(keys, isDescending) : undefined)
}

/** The column as a sort key: with a null among its values, pages by cursor would leave records out. */
function neverNull(field: string, column: PgColumn | SQL | undefined): PgColumn | SQL {
  if (column === undefined) throw new Error(`The list has no column to sort by for ${field}.`)
  if (!is(column, PgColumn) || column.notNull) return column
  if (column.getSQLType().startsWith('timestamptz')) return orInfinity(column)
  throw new Error(`The list sorts by ${field}, which may be null: give its sortColumns an expression that never is.`)
}

/** Condition that a record comes after the cursor, in a form for which an index on the keys is used. */
function isAfter(keys: readonly (PgColumn | SQL)[], isDescending: boolean): SQL {
  const bounds = ['after_key', 'after_identifier'].slice(-keys.length).map((name) => sql.placeholder(name))
  const direction = sql.raw(isDescending ? '<' : '>')
  return sql`(${sql.join([...keys], sql`, `)}) ${direction} (${sql.join(bounds, sql`, `)})`
}

/** After the record with this sort key and identifier. `page` is the number of the page that starts there. */
export type Cursor = {
  readonly sort: string
  /** The sort value as PostgreSQL writes it; the identifier if the list is sorted by that. */
  readonly key: string
  readonly identifier: string
  readonly page: number
}

const Written = z.tuple([z.string(), z.string(), z.string(), z.int().min(1)])

/** The opaque text of a position. */
export const writeCursor = ({ sort, key, identifier, page }: Cursor): string =>
  Buffer.from(JSON.stringify([sort, key, identifier, page])).toString('base64url')

/** The position of a text. Throws `invalid_parameter` for any other text and for one of a list with another sort. */
function readCursor(text: string, sort: string): Cursor {
  const [writtenSort, key, identifier, page] = parse(text)
  if (writtenSort !== sort) throw invalidField('cursor', 'query', 'belongs to a list with another sort')
  return { sort, key, identifier, page }
}

function parse(text: string) {
  try {
    return Written.parse(JSON.parse(Buffer.from(text, 'base64url').toString()))
  } catch {
    throw invalidCursor()
  }
}

/** The error for a cursor that no response contained. */
const invalidCursor = () => invalidField('cursor', 'query', 'must be a cursor from the Link header of a response')
