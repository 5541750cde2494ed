import { and, type Placeholder, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, SelectedFields } from 'drizzle-orm/pg-core'
import type { Queryable } from './client.ts'
import type { KeptQuery, ListPart } from './kept-list.ts'
import { anchorOf, beyond, beyondInPart, onSideInLast, sideOf, sourceOf } from './list-sides.ts'
import { orderTerms } from './order-by.ts'

export type Way = 'plain' | 'from anchor' | 'by keys'

export const [limit, offset] = [sql.placeholder('limit'), sql.placeholder('offset')]

/** Records that a page of so many may be cut from, at most; a few numbers, since each has a statement of its own. */
export function boundOf({ limit, offset }: { readonly limit: number; readonly offset: number }): number | undefined {
  return bounds.find((bound) => limit + offset <= bound)
}

const bounds = [200, 400, 1_200]

/**
 * The records of a page. `bound` says of how many at most: where the planner knows that, its plan for all pages is as
 * good as one for this page, and planning takes twice as long as reading the page.
 */
export function cutOf<Columns extends SelectedFields>(
  db: Queryable,
  query: KeptQuery<Columns>,
  way: Way,
  bound?: number,
) {
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
  const records = recordsOf(db, query)
    .where(and(query.where, fromAnchor))
    .orderBy(...orderTerms(order))
  if (bound === undefined) return records.limit(limit).offset(offset).as('cut')
  const near = records.limit(sql.raw(String(bound)) as unknown as Placeholder).as('near')
  return db.select().from(near).limit(limit).offset(offset).as('cut')
}

/** The identifiers of a page: as many of each part as it may need, in the order of the list. */
function mergedParts<Columns extends SelectedFields>(
  query: KeptQuery<Columns>,
  parts: readonly ListPart[],
  way: Way,
): SQL {
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

function recordsOf<Columns extends SelectedFields>(db: Queryable, query: KeptQuery<Columns>, columns = query.columns) {
  const records = db
    .select(columns as SelectedFields)
    .from(query.from)
    .$dynamic()
  if (query.leftJoin) records.leftJoin(query.leftJoin.table, query.leftJoin.on)
  return records
}

/** The records whose identifiers a query gives, in the order of the list. */
function namedBy<Columns extends SelectedFields>(db: Queryable, query: KeptQuery<Columns>, identifiers: SQL) {
  return recordsOf(db, query)
    .where(sql`${query.order.identifier} = any(array(${identifiers}))`)
    .orderBy(...orderTerms(query.order))
    .as('cut')
}

/** The keys of all that match, found once, and the page that is cut from them. */
export function foundOnce<Columns extends SelectedFields>(db: Queryable, query: KeptQuery<Columns>) {
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
