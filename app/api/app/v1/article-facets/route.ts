import * as contract from '#lib/contracts/app/article-facets.ts'
import { listArticleFacets } from '#server/articles/facets.ts'
import { route } from '#server/platform/api/route.ts'

export const GET = route(contract.listArticleFacets, async (ctx, { query }) => ({
  body: await listArticleFacets(ctx, query),
}))
