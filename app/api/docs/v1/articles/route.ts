import { createArticle, listArticles } from '#lib/contracts/articles.ts'
import * as commands from '#server/articles/commands.ts'
import * as queries from '#server/articles/queries.ts'
import { recordList } from '#server/platform/api/list-reply.ts'
import { recordReply } from '#server/platform/api/record-reply.ts'
import { route } from '#server/platform/api/route.ts'

export const GET = route(listArticles, async (ctx, { query }) => {
  const { body, paging } = recordList(await queries.listArticles(ctx, query), query)
  return { body: { total_count: body.total_count, articles: body.result }, paging }
})

export const POST = route(createArticle, async (ctx, { body }) => {
  const article = await commands.createArticle(ctx, body)
  return { ...recordReply(article), location: `/api/docs/v1/articles/${article.id}` }
})
