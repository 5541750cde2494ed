import { eq, sql } from 'drizzle-orm'
import type { listArticles as contract } from '#lib/contracts/articles.ts'
import type { QueryOf } from '#lib/contracts/endpoint.ts'
import type { Page } from '#lib/contracts/pages.ts'
import type { Context } from '#server/context.ts'
import { orderBy } from '#server/db/order-by.ts'
import { articles } from '#server/db/schema/articles.ts'
import { selectPage } from '#server/db/select-page.ts'
import { notFound } from '#server/errors.ts'
import { articleColumns, presentArticle, type VersionedArticle } from './columns.ts'
import { articleCondition, searchedWords } from './condition.ts'
import { type OfferedArticle, offerLessons } from './offer-lessons.ts'

const sortColumns = { id: articles.id, 'metadata.created': articles.created }

/**
 * A page of articles, newest first; with a search and no `sort`, best match first; with `for_change` the lessons that
 * fit that change. Throws `invalid_filter`, `invalid_parameter`.
 */
export async function listArticles(ctx: Context, input: QueryOf<typeof contract>): Promise<Page<OfferedArticle>> {
  const { for_change: planned } = input
  if (planned !== undefined) return offerLessons(ctx, { ...input, for_change: planned })
  const isRanked = input.q !== undefined && input.sort === undefined
  const byRank = isRanked ? [sql`ts_rank(${articles.search}, ${searchedWords(input.q ?? '')}) desc`] : []
  const page = await selectPage(ctx.db, {
    from: articles,
    columns: articleColumns,
    where: articleCondition(input),
    orderBy: [...byRank, ...orderBy(input.sort ?? '-metadata.created', sortColumns, articles.id)],
    page: input,
  })
  return { rows: page.rows.map(presentArticle), total: page.total }
}

/** One article with its version. Throws `not_found`. */
export async function getArticle(ctx: Context, id: string): Promise<VersionedArticle> {
  const [row] = await ctx.db.select(articleColumns).from(articles).where(eq(articles.id, id))
  if (!row) throw notFound('article', id)
  return presentArticle(row)
}
