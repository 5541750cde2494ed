import { sql } from 'drizzle-orm'
import type { PgColumn, SelectedFields } from 'drizzle-orm/pg-core'
import type { SelectResultFields } from 'drizzle-orm/query-builders/select.types'
import type { Database, Queryable } from './client.ts'
import { allOf, type KeptList, type KeptQuery, versionOf } from './kept-list.ts'
import { boundOf, cutOf, foundOnce, limit, offset, type Way } from './list-cut.ts'
import { sourceOf } from './list-sides.ts'
import { runShapedPage } from './statement.ts'

type Rows<Columns extends SelectedFields> = {
  readonly tag: string | null
  readonly rows: SelectResultFields<Columns>[]
}

export type Cut = {
  readonly limit: number
  readonly offset: number
  readonly anchor?: string | undefined
  readonly isByKeys?: boolean
}

const versionField = 'version of the list'

/** The records of a cut and the version that they are of; null where the list is not counted. */
export async function readRows<Columns extends SelectedFields>(
  db: Database,
  list: KeptList<Columns>,
  { limit, offset, anchor, isByKeys = false }: Cut,
): Promise<Rows<Columns>> {
  const shape = allOf(list, { limit, offset, ...(anchor !== undefined && { anchor }) })
  const way = isByKeys ? 'by keys' : anchor === undefined ? 'plain' : 'from anchor'
  // What a filter finds is not alike for all values: there the planner is to see them.
  const bound = list.isFiltered || isByKeys ? undefined : boundOf({ limit, offset })
  type Row = SelectResultFields<Columns>
  const { head, rows } = await runShapedPage<Row>(db, { ...shape, key: `${shape.key} ${way} ${bound}` }, () => {
    const cut = cutOf(db, list.build(), way, bound)
    const stand = db.$with('stand').as(db.select({ version: versionOf(list.lists) }).from(sql`(select 1) as one`))
    const fields: SelectedFields = {
      [versionField]: stand.version,
      ...(cut._.selectedFields as Record<string, PgColumn>),
    }
    const query = db.with(stand).select(fields).from(stand).leftJoin(cut, sql`true`)
    return { query, fields, head: [versionField] }
  })
  return { tag: (head[versionField] ?? null) as string | null, rows }
}

/** The same with the number of all that match, which is counted only where the page does not show it. */
export async function readCounted<Columns extends SelectedFields>(
  db: Database,
  list: KeptList<Columns>,
  cut: Cut,
): Promise<Rows<Columns> & { readonly total: number }> {
  const shape = allOf(list, { limit: cut.limit, offset: cut.offset })
  const counting = 'total of the list'
  const way = list.isFoundOnce ? 'found once' : cut.isByKeys ? 'by keys' : 'plain'
  const key = `${shape.key} ${way} counted`
  const { head, rows } = await runShapedPage<SelectResultFields<Columns>>(db, { ...shape, key }, () => {
    const { before, rows, total } = countedParts(db, list.build(), way)
    const stand = db
      .$with('stand')
      .as(db.select({ version: versionOf(list.lists), total: total.as('list_total') }).from(sql`(select 1) as one`))
    const fields: SelectedFields = {
      [versionField]: stand.version,
      [counting]: stand.total,
      ...(rows._.selectedFields as Record<string, PgColumn>),
    }
    const query = db.with(before, stand).select(fields).from(stand).leftJoin(rows, sql`true`)
    return { query, fields, head: [versionField, counting] }
  })
  return { tag: (head[versionField] ?? null) as string | null, total: Number(head[counting] ?? 0), rows }
}

/** The rows of a page and their total, and what is found before either. */
function countedParts<Columns extends SelectedFields>(
  db: Queryable,
  query: KeptQuery<Columns>,
  way: Way | 'found once',
) {
  if (way === 'found once') {
    const { found, cut } = foundOnce(db, query)
    return { before: found, rows: cut, total: sql<string>`(select count(*) from ${found})` }
  }
  const cut = db.$with('cut').as(db.select().from(cutOf(db, query, way)))
  const seen = sql`(select count(*) from ${cut})`
  const total = sql<string>`case when ${seen} = ${limit}::bigint or (${seen} = 0 and ${offset}::bigint > 0)
    then (select count(*) from ${sourceOf(query)}) else ${offset}::bigint + ${seen} end`
  return { before: cut, rows: cut, total }
}
