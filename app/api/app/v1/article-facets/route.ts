import { listArticleFacets } from '#lib/contracts/app/article-facets.ts'
import * as queries from '#server/articles/facets.ts'
import { route } from '#server/platform/api/route.ts'

export const GET = route(listArticleFacets, async (ctx, { query }) => ({
  body: await queries.listArticleFacets(ctx, query),
}))
