import { type SQL, sql } from 'drizzle-orm'
import type { SelectedFields } from 'drizzle-orm/pg-core'
import type { Database } from './client.ts'
import { allOf, firstOf, isCarriedOn, type KeptList, type KeptQuery, versionOf } from './kept-list.ts'
import { type Positions, spacing } from './kept-positions.ts'
import { beyond, sourceOf } from './list-sides.ts'
import { type ListOrder, orderTerms } from './order-by.ts'
import { type Built, runShaped } from './statement.ts'

/** Records at the end of a list that are counted before positions are taken anew. */
const longestTail = 2_000

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
function placesOf<Columns extends SelectedFields>(query: KeptQuery<Columns>): SQL {
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
