import { type SQL, sql } from 'drizzle-orm'
import { type countQueue as contract, queueFields } from '#lib/contracts/app/queue.ts'
import type { QueryOf, ResponseOf } from '#lib/contracts/endpoint.ts'
import { type QueueFilterKey, queueFilterConditions, queueFilterKeys } from '#lib/domain/queue-filters.ts'
import type { FilterTree } from '#lib/filter/syntax-tree.ts'
import { cached } from '#server/platform/db/cache.ts'
import { filterToSql } from '#server/platform/db/filter-sql.ts'
import { allOf, parseQuery } from '#server/platform/db/parse-where.ts'
import type { Context } from '#server/platform/runtime/context.ts'
import { clockOf, openFilterColumns, queueFilterColumns } from './columns.ts'
import { impliedReview } from './implied-review.ts'
import { hasText, impliedConditions, readsQueue } from './queries.ts'

type QueueCounts = ResponseOf<typeof contract>

/**
 * How many rows of the queue match each quick filter of the actor beside the filter and the search, in one statement: what
 * only open reviews can match is counted among these, the rest among all changes. Throws `invalid_filter`.
 */
export async function countQueue(ctx: Context, { query, search }: QueryOf<typeof contract>): Promise<QueueCounts> {
  const email = ctx.actor.kind === 'account' ? ctx.actor.email : ''
  const filter = allOf([parseQuery(query, queueFields), search === undefined ? undefined : hasText(search)])
  const key = JSON.stringify(['queue counts', email, clockOf(ctx.now).day, query, search])
  return cached(ctx.db, key, () => readCounts(ctx, filter, email))
}

async function readCounts({ db, now }: Context, filter: FilterTree | undefined, email: string): Promise<QueueCounts> {
  const conditions = queueFilterConditions(email)
  const trees = queueFilterKeys.map((key) => ({ key, tree: parseQuery(conditions[key].join(' AND '), queueFields) }))
  const isOfOpen = ({ tree }: (typeof trees)[number]) => impliedReview(tree) === 'open'
  const clock = clockOf(now)
  const among = (part: typeof trees, implied: SQL | undefined, columns: ReturnType<typeof queueFilterColumns>) => {
    const counts = part.map(({ key, tree }) => {
      const matches = tree ? filterToSql(tree, columns) : sql`true`
      return sql`count(*) filter (where ${matches}) as ${sql.identifier(key)}`
    })
    const where = [filter && filterToSql(filter, columns), implied].filter((condition) => condition !== undefined)
    return sql`(select ${sql.join(counts, sql`, `)} from ${readsQueue}
      where ${where.length > 0 ? sql.join(where, sql` and `) : sql`true`})`
  }
  const open = among(trees.filter(isOfOpen), impliedConditions.open, openFilterColumns(clock))
  const others = trees.filter((entry) => !isOfOpen(entry))
  const rest = among(others, impliedConditions[impliedReview(filter)], queueFilterColumns(clock))
  const { rows } = await db.execute<Record<QueueFilterKey, string>>(
    sql`select * from ${open} as open_reviews cross join ${rest} as all_changes`,
  )
  return Object.fromEntries(queueFilterKeys.map((key) => [key, Number(rows[0]?.[key])])) as QueueCounts
}
