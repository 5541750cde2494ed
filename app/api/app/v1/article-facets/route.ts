import * as contract from '#lib/contracts/app/article-facets.ts'
import { countArticleFacets } from '#server/articles/facets.ts'
import { route } from '#server/platform/api/route.ts'

export const GET = route(contract.listArticleFacets, async (ctx, { query }) => ({
  body: await countArticleFacets(ctx, query),
}))
