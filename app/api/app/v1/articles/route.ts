import * as contract from '#lib/contracts/app/article-summaries.ts'
import { listArticleSummaries } from '#server/articles/summaries.ts'
import { route } from '#server/platform/api/route.ts'

export const GET = route(contract.listArticleSummaries, async (ctx, { query }) => {
  const { rows, total } = await listArticleSummaries(ctx, query)
  return { body: { total_count: total, articles: rows }, paging: { page: query.page, limit: query.limit, total } }
})
