import { and, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable, SelectedFields } from 'drizzle-orm/pg-core'
import type { SelectResultFields } from 'drizzle-orm/query-builders/select.types'
import type { Database, Queryable } from './client.ts'
import { type Positions, spacing } from './kept-positions.ts'
import { type ListVersion, listVersionSql, parseListVersion } from './list-version.ts'
import { type ListOrder, orderTerms } from './order-by.ts'
import type { ListName } from './schema/lists.ts'
import type { ListQuery } from './select-page.ts'
import { type Built, runShaped, runShapedPage, type Shape } from './statement.ts'

/** A list whose totals and positions are kept for as long as nobody writes it. */
export type KeptList<Columns extends SelectedFields> = {
  /** The lists that tell which records are in it and in what order; the first is the one that it is of. */
  readonly lists: readonly [ListName, ...ListName[]]
  /** What the SQL is made for, and the values that tell which records are in it. */
  readonly shape: Shape
  /** Values of placeholders that tell neither which records are in it nor their order. */
  readonly others?: Shape['values']
  readonly isFiltered: boolean
  /** Whether to find what matches costs more than to sort it: page and total are then told from finding it once. */
  readonly isFoundOnce?: boolean
  /** Whether no write alters the keys of the order: then records that come at its end leave the others in place. */
  readonly isSteady: boolean
  build(): Omit<ListQuery<Columns>, 'orderBy'> & {
    readonly order: ListOrder
    /** What the list is made of where no index has all of it in its order: each record is in one part. */
    readonly parts?: readonly ListPart[]
  }
}

/** A part of a list: an index has it in the order of `key` and `identifier`. */
export type ListPart = {
  readonly from: PgTable
  /** Which records are in it. Of the identifiers in question `isAsked` holds: said of a joined table, it need not be read from its beginning. */
  readonly where: (isAsked: (identifier: PgColumn) => SQL) => SQL
  readonly key: SQL
  readonly identifier: PgColumn
  /** Whether all its records have this key, and none of the list a higher one. */
  readonly isLast: boolean
}

type Query<Columns extends SelectedFields> = ReturnType<KeptList<Columns>['build']>
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

/** Records at the end of a list that are counted before positions are taken anew. */
const longestTail = 2_000

/** The shape of all statements of a list, and the values of their placeholders. */
export const allOf = (
  { shape, others }: Pick<KeptList<SelectedFields>, 'shape' | 'others'>,
  more: Shape['values'] = {},
) => ({
  key: shape.key,
  values: { ...shape.values, ...others, ...more },
})

const versionField = 'version of the list'
const versionOf = (lists: readonly ListName[]): SQL.Aliased<string | null> =>
  sql<string | null>`${sql.join(lists.map(listVersionSql), sql` || ' ' || `)}`.as('list_version')

/** How the list that the tag begins with stood. */
const firstOf = (tag: string) => parseListVersion(tag.split(' ', 1)[0]) as ListVersion
export const totalOf = (tag: string) => firstOf(tag).total

type Way = 'plain' | 'from anchor' | 'by keys'

const [limit, offset] = [sql.placeholder('limit'), sql.placeholder('offset')]

function cutOf<Columns extends SelectedFields>(db: Queryable, query: Query<Columns>, way: Way) {
  if (query.parts) return namedBy(db, query, mergedParts(query, query.parts, way))
  const { order } = query
  if (way === 'by keys') {
    const terms = sql.join(orderTerms(order), sql`, `)
    return namedBy(
      db,
      query,
      sql`select ${order.identifier} from ${sourceOf(query)} order by ${terms} limit ${limit} offset ${offset}`,
    )
  }
  const fromAnchor = way === 'from anchor' ? beyond(query, sideOf(order), 'anchor') : undefined
  return recordsOf(db, query)
    .where(and(query.where, fromAnchor))
    .orderBy(...orderTerms(order))
    .limit(limit)
    .offset(offset)
    .as('cut')
}

/** The identifiers of a page: as many of each part as it may need, in the order of the list. */
function mergedParts<Columns extends SelectedFields>(query: Query<Columns>, parts: readonly ListPart[], way: Way): SQL {
  const { isDescending } = query.order
  const from = way === 'from anchor' ? anchorOf(query, 'anchor') : null
  const cuts = parts.map((part) => {
    const terms = orderTerms({ keys: [part.key, part.identifier], isDescending })
    const isAsked = (identifier: PgColumn) =>
      from !== null && part.isLast ? onSideInLast(part, identifier, sideOf(query.order), from) : sql`true`
    const where = and(part.where(isAsked), from === null ? undefined : beyondInPart(part, sideOf(query.order), from))
    return sql`(select ${part.key} as key, ${part.identifier} as id from ${part.from} where ${where}
      order by ${sql.join(terms, sql`, `)} limit ${limit}::bigint + ${offset}::bigint)`
  })
  const terms = sql.join(orderTerms({ keys: [sql`key`, sql`id`], isDescending }), sql`, `)
  return sql`select id from (${sql.join(cuts, sql` union all `)}) part order by ${terms} limit ${limit} offset ${offset}`
}

const sideOf = ({ isDescending }: ListOrder) => (isDescending ? sql`<=` : sql`>=`)

function recordsOf<Columns extends SelectedFields>(db: Queryable, query: Query<Columns>, columns = query.columns) {
  const records = db
    .select(columns as SelectedFields)
    .from(query.from)
    .$dynamic()
  if (query.leftJoin) records.leftJoin(query.leftJoin.table, query.leftJoin.on)
  return records
}

/** The records whose identifiers a query gives, in the order of the list. */
function namedBy<Columns extends SelectedFields>(db: Queryable, query: Query<Columns>, identifiers: SQL) {
  return recordsOf(db, query)
    .where(sql`${query.order.identifier} = any(array(${identifiers}))`)
    .orderBy(...orderTerms(query.order))
    .as('cut')
}

/** The keys of all that match, found once, and the page that is cut from them. */
function foundOnce<Columns extends SelectedFields>(db: Queryable, query: Query<Columns>) {
  const { keys, isDescending } = query.order
  const names = keys.map((_, index) => `key${index}`)
  const columns = Object.fromEntries(keys.map((key, index) => [`key${index}`, sql`${key}`.as(`key${index}`)]))
  const found = db.$with('found').as(recordsOf(db, query, columns as never).where(query.where))
  const terms = orderTerms({ keys: names.map((name) => sql`${sql.identifier(name)}`), isDescending })
  const identifier = sql.identifier(names.at(-1) ?? '')
  const identifiers = sql`select ${identifier} from ${found}
    order by ${sql.join(terms, sql`, `)} limit ${limit} offset ${offset}`
  return { found, cut: namedBy(db, query, identifiers) }
}

/** What the records are selected from, and which. */
function sourceOf<Columns extends SelectedFields>({ from, leftJoin, where }: Query<Columns>): SQL {
  const joined = leftJoin ? sql` left join ${leftJoin.table} on ${leftJoin.on}` : sql``
  return sql`${from}${joined} where ${where ?? sql`true`}`
}

/** The record that a placeholder names: its identifier, and its key. */
function anchorOf<Columns extends SelectedFields>(query: Query<Columns>, placeholder: string) {
  const { keys, identifier } = query.order
  const named = sql`${sql.param(sql.placeholder(placeholder), identifier)}`
  return { named, key: sql`(select ${keys[0]} from ${sourceOf({ ...query, where: sql`${identifier} = ${named}` })})` }
}

/** Holds for the records on one side of the one that a placeholder names. */
function beyond<Columns extends SelectedFields>(query: Query<Columns>, side: SQL, placeholder: string): SQL {
  const { keys, identifier } = query.order
  const { named, key } = anchorOf(query, placeholder)
  return keys.length === 1
    ? sql`${identifier} ${side} ${named}`
    : sql`(${keys[0]}, ${identifier}) ${side} (${key}, ${named})`
}

/** The same in a part. */
const beyondInPart = (part: ListPart, side: SQL, from: ReturnType<typeof anchorOf>): SQL =>
  part.isLast
    ? onSideInLast(part, part.identifier, side, from)
    : sql`(${part.key}, ${part.identifier}) ${side} (${from.key}, ${from.named})`

/** Where all of a part has the highest key, an anchor of a lower one has all of it on one side. */
const onSideInLast = (part: ListPart, identifier: PgColumn, side: SQL, { named, key }: ReturnType<typeof anchorOf>) =>
  sql`${identifier} ${side} (case when ${key} = ${part.key} then ${named} else '' end)`

/** The records of a cut and the version that they are of; null where the list is not counted. */
export async function readRows<Columns extends SelectedFields>(
  db: Database,
  list: KeptList<Columns>,
  { limit, offset, anchor, isByKeys = false }: Cut,
): Promise<Rows<Columns>> {
  const shape = allOf(list, { limit, offset, ...(anchor !== undefined && { anchor }) })
  const way = isByKeys ? 'by keys' : anchor === undefined ? 'plain' : 'from anchor'
  type Row = SelectResultFields<Columns>
  const { head, rows } = await runShapedPage<Row>(db, { ...shape, key: `${shape.key} ${way}` }, () => {
    const cut = cutOf(db, list.build(), way)
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
function countedParts<Columns extends SelectedFields>(db: Queryable, query: Query<Columns>, way: Way | 'found once') {
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

type Taken = { tag: string | null; anchors: string[] | null; total: string; last: string | null }

/** The positions of all that match; null where the list is not counted. */
export async function takePositions<Columns extends SelectedFields>(
  db: Database,
  list: KeptList<Columns>,
): Promise<Positions | null> {
  const shape = allOf(list)
  const [taken] = await runShaped<Taken>(db, { ...shape, key: `${shape.key} positions` }, (): Built => {
    const query = list.build()
    const { order } = query
    const numbered = sql`(
      select array_agg(id) filter (where place % ${sql.raw(String(spacing))} = 0) as anchors, count(*) as total
      from (${placesOf(query)}) placed
    ) as numbered`
    const descending = sql.join(orderTerms({ keys: order.keys, isDescending: true }), sql`, `)
    const last = isCarriedOn(list)
      ? sql<string>`(select ${order.identifier} from ${sourceOf(query)} order by ${descending} limit 1)`
      : sql<null>`null::text`
    const fields = {
      tag: versionOf(list.lists),
      anchors: sql<string[]>`anchors`.as('anchors'),
      total: sql<string>`total`.as('total'),
      last: last.as('last'),
    }
    return { query: db.select(fields).from(numbered), fields }
  })
  if (!taken || taken.tag === null) return null
  const { epoch, inserted, removed } = firstOf(taken.tag)
  const { tag, anchors, total, last } = taken
  return { tag, anchors: anchors ?? [], total: Number(total), last, taken: { epoch, inserted, removed } }
}

/** Each identifier of a list and its place in ascending order, from 0, in this order. */
function placesOf<Columns extends SelectedFields>(query: Query<Columns>): SQL {
  const { keys, identifier } = query.order
  const ascending = (terms: ListOrder['keys']) => sql.join(orderTerms({ keys: terms, isDescending: false }), sql`, `)
  if (!query.parts) {
    return sql`select ${identifier} as id, row_number() over (order by ${ascending(keys)}) - 1 as place
      from ${sourceOf(query)} order by ${ascending(keys)}`
  }
  const all = query.parts.map((part) => {
    return sql`select ${part.key} as key, ${part.identifier} as id from ${part.from} where ${part.where(() => sql`true`)}`
  })
  return sql`select id, row_number() over (order by ${ascending([sql`key`, sql`id`])}) - 1 as place
    from (${sql.join(all, sql` union all `)}) part order by ${ascending([sql`key`, sql`id`])}`
}

/** Whether positions hold on where only records at the end came. */
export const isCarriedOn = ({ isSteady, isFiltered }: Pick<KeptList<SelectedFields>, 'isSteady' | 'isFiltered'>) =>
  isSteady && !isFiltered

/** How many records stand behind one, up to a few thousand. */
export async function readTail<Columns extends SelectedFields>(
  db: Database,
  list: KeptList<Columns>,
  last: string,
): Promise<{ tag: string | null; tail: number }> {
  const shape = allOf(list, { last })
  const [read] = await runShaped<{ tag: string | null; tail: string }>(
    db,
    { ...shape, key: `${shape.key} tail` },
    (): Built => {
      const query = list.build()
      const behind = sql`(select count(*) from (select 1 from ${query.from} where ${beyond(query, sql`>`, 'last')}
        limit ${sql.raw(String(longestTail))}) as behind)`
      const fields = { tag: versionOf(list.lists), tail: sql<string>`${behind}`.as('tail') }
      return { query: db.select(fields).from(sql`(select 1) as one`), fields }
    },
  )
  return { tag: read?.tag ?? null, tail: Number(read?.tail ?? Number.NaN) }
}
