import * as articleFacets from '#lib/contracts/app/article-facets.ts'
import * as articleSummaries from '#lib/contracts/app/article-summaries.ts'
import { route, routeTo } from '#server/platform/api/route.ts'
import { countArticleFacets } from './facets.ts'
import { listArticleSummaries } from './summaries.ts'

export const articlesApi = [
  routeTo(articleFacets.listArticleFacets, (ctx, { query }) => countArticleFacets(ctx, query)),
  route(articleSummaries.listArticleSummaries, async (ctx, { query }) => {
    const { rows, total } = await listArticleSummaries(ctx, query)
    return { body: { total_count: total, articles: rows }, paging: { page: query.page, limit: query.limit, total } }
  }),
]
