import { createArticle, listArticles } from '#lib/contracts/articles.ts'
import * as commands from '#server/articles/commands.ts'
import * as queries from '#server/articles/queries.ts'
import { recordReply } from '#server/http/record-reply.ts'
import { route } from '#server/http/route.ts'

export const GET = route(listArticles, async (ctx, { query }) => {
  const { rows, total } = await queries.listArticles(ctx, query)
  return { body: { total_count: total, articles: rows }, paging: { page: query.page, limit: query.limit, total } }
})

export const POST = route(createArticle, async (ctx, { body }) => {
  const article = await commands.createArticle(ctx, body)
  return { ...recordReply(article), location: `/api/docs/v1/articles/${article.id}` }
})
