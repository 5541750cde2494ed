import { sql } from 'drizzle-orm'
import { type countQueue as contract, queueFields } from '#lib/contracts/app/queue.ts'
import type { QueryOf, ResponseOf } from '#lib/contracts/endpoint.ts'
import type { FilterTree } from '#lib/filter/syntax-tree.ts'
import { listQueueFilterConditions, type QueueFilterKey, queueFilterKeys } from '#lib/review/worklists.ts'
import { getCached } from '#server/platform/db/cache.ts'
import { filterToSql, joinWithAnd, parseQuery } from '#server/platform/db/filter-sql.ts'
import { type Context, getToday } from '#server/platform/runtime/context.ts'
import { getClock, openFilterColumns, queueFilterColumns } from './columns.ts'
import { getImpliedReview } from './implied-review.ts'
import { listOwnTeams } from './own-teams.ts'
import { impliedConditions, queueFilter, readsQueue } from './queries.ts'

type QueueCounts = ResponseOf<typeof contract>

/**
 * Counts the rows of the queue that match each quick filter of the actor besides the filter and the search, from one
 * snapshot. Throws `invalid_filter`.
 */
export async function countQueue(ctx: Context, { query, search }: QueryOf<typeof contract>): Promise<QueueCounts> {
  const email = ctx.actor.kind === 'account' ? ctx.actor.email : ''
  const filter = queueFilter({ query, search })
  const key = JSON.stringify(['queue counts', email, getToday(ctx), query, search])
  return getCached(ctx.db, key, () => readCounts(ctx, filter, email))
}

/** Counts quick filters with the same implication about the review in one scan. */
async function readCounts(ctx: Context, filter: FilterTree | undefined, email: string): Promise<QueueCounts> {
  const conditions = listQueueFilterConditions({ email, teams: await listOwnTeams(ctx) })
  const quickFilters = queueFilterKeys.flatMap((key) => {
    if (conditions[key] === undefined) return []
    const tree = parseQuery(conditions[key].join(' AND '), queueFields)
    return [{ key, tree, implied: getImpliedReview(joinWithAnd([filter, tree])) }]
  })
  const scans = (['open', 'any', 'none'] as const).flatMap((implied) => {
    const counted = quickFilters.filter((quickFilter) => quickFilter.implied === implied)
    if (counted.length === 0) return []
    const columns = (implied === 'open' ? openFilterColumns : queueFilterColumns)(getClock(ctx))
    const toSql = (tree: FilterTree | undefined) => tree && filterToSql(tree, columns)
    const counts = counted.map(({ key, tree }) => sql`count(*) filter (where ${toSql(tree)}) as ${sql.identifier(key)}`)
    const onlyTree = counted.length === 1 ? counted[0]?.tree : undefined
    const where = [toSql(filter), toSql(onlyTree), impliedConditions[implied]].filter((part) => part !== undefined)
    const condition = where.length === 0 ? sql`true` : sql.join(where, sql` and `)
    return [
      sql`(select ${sql.join(counts, sql`, `)} from ${readsQueue} where ${condition}) as ${sql.identifier(implied)}`,
    ]
  })
  const { rows } = await ctx.db.execute<Record<QueueFilterKey, string>>(
    sql`select * from ${sql.join(scans, sql` cross join `)}`,
  )
  return Object.fromEntries(queueFilterKeys.map((key) => [key, Number(rows[0]?.[key] ?? 0)])) as QueueCounts
}
