import { listArticleSummaries } from '#lib/contracts/app/article-summaries.ts'
import * as summaries from '#server/articles/summaries.ts'
import { route } from '#server/platform/api/route.ts'

export const GET = route(listArticleSummaries, async (ctx, { query }) => {
  const { rows, total } = await summaries.listArticleSummaries(ctx, query)
  return { body: { total_count: total, articles: rows }, paging: { page: query.page, limit: query.limit, total } }
})
