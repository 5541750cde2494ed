import { inArray, sql } from 'drizzle-orm'
import type { listArticles as contract } from '#lib/contracts/articles.ts'
import type { QueryOf } from '#lib/contracts/endpoint.ts'
import type { Page } from '#lib/contracts/pages.ts'
import type { Context } from '#server/context.ts'
import { findRecord } from '#server/db/find-record.ts'
import { keepAnswer } from '#server/db/keep-answer.ts'
import { listOrder, orderBy } from '#server/db/order-by.ts'
import { articles } from '#server/db/schema/articles.ts'
import { selectKeptPage } from '#server/db/select-kept-page.ts'
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
  const page = isRanked ? await listBestArticles(ctx, input, input.q ?? '') : await listSortedArticles(ctx, input)
  return { rows: page.rows.map(presentArticle), total: page.total }
}

function listSortedArticles(ctx: Context, input: QueryOf<typeof contract>) {
  const { sort = '-metadata.created', query, q } = input
  const list = {
    lists: ['articles'],
    shape: { key: `articles ${sort} ${JSON.stringify([query, q])}`, values: {} },
    isFiltered: query !== undefined || q !== undefined,
    isSteady: sort.endsWith('id'),
    build: () => ({
      from: articles,
      columns: articleColumns,
      where: articleCondition(input),
      order: listOrder(sort, sortColumns, articles.id),
    }),
  } as const
  return selectKeptPage(ctx.db, list, input)
}

/** Identifiers that are kept of a search, best first; of more, pages behind them are ranked anew. */
const bestKept = 2_000

/**
 * A search ranks all that match, whatever the page: the order of the best is kept until an article is written. They are
 * found once for both their order and their number.
 */
async function listBestArticles(ctx: Context, input: QueryOf<typeof contract>, q: string) {
  const rank = sql`ts_rank(${articles.search}, ${searchedWords(q)})`
  const where = articleCondition(input)
  const end = input.page * input.limit
  if (end > bestKept) {
    const order = [sql`${rank} desc`, ...orderBy('-metadata.created', sortColumns, articles.id)]
    return selectPage(ctx.db, { from: articles, columns: articleColumns, where, orderBy: order, page: input })
  }
  return keepAnswer(
    ctx.db,
    ['articles'],
    `best articles ${JSON.stringify([input.query, q])}`,
    async () => {
      const { rows } = await ctx.db.execute<{ total: string; ids: string[] }>(sql`
        with found as (select ${articles.id}, ${articles.created}, ${rank} as rank from ${articles} where ${where})
        select (select count(*) from found) as total,
          array(select id from found order by rank desc, created desc, id desc limit ${bestKept}) as ids`)
      return { total: Number(rows[0]?.total ?? 0), best: rows[0]?.ids ?? [] }
    },
    async ({ best, total }) => {
      const ids = best.slice(end - input.limit, end)
      const found = await ctx.db.select(articleColumns).from(articles).where(inArray(articles.id, ids))
      const known = new Map(found.map((row) => [row.id, row]))
      return { rows: ids.flatMap((id) => known.get(id) ?? []), total }
    },
  )
}

/** One article with its version. Throws `not_found`. */
export async function getArticle(ctx: Context, id: string): Promise<VersionedArticle> {
  const row = await findRecord(ctx.db, { columns: articleColumns, key: 'id' }, id)
  if (!row) throw notFound('article', id)
  return presentArticle(row)
}
