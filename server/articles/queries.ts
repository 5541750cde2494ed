import { desc, sql } from 'drizzle-orm'
import { articleFields, type listArticles as contract } from '#lib/contracts/articles.ts'
import type { QueryOf } from '#lib/contracts/endpoint.ts'
import type { Page } from '#lib/contracts/pages.ts'
import { parseQuery } from '#server/platform/db/filter-sql.ts'
import { findRecord } from '#server/platform/db/find-record.ts'
import { defineList, selectListPage } from '#server/platform/db/list.ts'
import { selectPage } from '#server/platform/db/select-page.ts'
import { invalidField, notFound } from '#server/platform/errors.ts'
import type { Context } from '#server/platform/runtime/context.ts'
import { articles } from '#server/schema/articles.ts'
import { articleColumns, presentArticle, type VersionedArticle } from './columns.ts'
import { articleFilterColumns, buildArticleCondition, parseSearchedWords, searchCondition } from './condition.ts'
import { type OfferedArticle, offerLessons } from './offer-lessons.ts'

/** Query of the contract. Pages can also filter by service. */
type ArticleQuery = QueryOf<typeof contract> & { readonly service?: string | undefined }

const articleList = defineList({
  table: articles,
  columns: articleColumns,
  key: 'id',
  sort: '-metadata.created',
  sortColumns: { 'metadata.created': articles.created },
  filterColumns: articleFilterColumns,
})

/**
 * A page of articles, newest first; with a search and no `sort`, best match first; with `for_change` the lessons that
 * fit that change. Throws `invalid_filter`, `invalid_parameter`.
 */
export async function listArticles(ctx: Context, input: ArticleQuery): Promise<Page<OfferedArticle>> {
  const { for_change: planned } = input
  const isRanked = planned === undefined && input.q !== undefined && input.sort === undefined
  if (input.cursor !== undefined && (isRanked || planned !== undefined)) {
    throw invalidField('cursor', 'query', 'cannot be used while the best match comes first: use page, or a sort')
  }
  if (planned !== undefined) return offerLessons(ctx, { ...input, for_change: planned })
  const page = isRanked ? await listBestArticles(ctx, input, input.q ?? '') : await listSortedArticles(ctx, input)
  return { ...page, rows: page.rows.map(presentArticle) }
}

function listSortedArticles(ctx: Context, { query, q, service, ...page }: ArticleQuery) {
  const values = { ...(q !== undefined && { q }), ...(service !== undefined && { service }) }
  const condition = searchCondition(values, (name) => sql.placeholder(name))
  return selectListPage(ctx.db, articleList, {
    ...page,
    filter: parseQuery(query, articleFields),
    ...(condition && { condition: { key: Object.keys(values).join(' '), sql: condition }, values }),
  })
}

/** Articles that match a search, the best match first. */
function listBestArticles(ctx: Context, input: ArticleQuery, q: string) {
  const rank = sql`ts_rank(${articles.search}, ${parseSearchedWords(q)})`
  return selectPage(ctx.db, {
    from: articles,
    columns: articleColumns,
    where: buildArticleCondition(input),
    orderBy: [sql`${rank} desc`, desc(articles.created), desc(articles.id)],
    page: input,
  })
}

/** One article with its version. Throws `not_found`. */
export async function getArticle(ctx: Context, id: string): Promise<VersionedArticle> {
  const row = await findRecord(ctx.db, articleColumns, 'id', id)
  if (!row) throw notFound('article', id)
  return presentArticle(row)
}
