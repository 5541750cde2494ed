import * as contract from '#lib/contracts/app/search.ts'
import { route } from '#server/platform/api/route.ts'
import { searchAll } from '#server/search/queries.ts'

export const GET = route(contract.searchAll, async (ctx, { query }) => ({ body: await searchAll(ctx, query) }))
