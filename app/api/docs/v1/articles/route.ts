import * as contract from '#lib/contracts/articles.ts'
import { createArticle } from '#server/articles/commands.ts'
import { listArticles } from '#server/articles/queries.ts'
import { toRecordList, toRecordResult } from '#server/platform/api/list-result.ts'
import { route } from '#server/platform/api/route.ts'

export const GET = route(contract.listArticles, async (ctx, { query }) => {
  const { body, paging } = toRecordList(await listArticles(ctx, query), query)
  return { body: { total_count: body.total_count, articles: body.result }, paging }
})

export const POST = route(contract.createArticle, async (ctx, { body }) => {
  const article = await createArticle(ctx, body)
  return { ...toRecordResult(article), location: `/api/docs/v1/articles/${article.id}` }
})
