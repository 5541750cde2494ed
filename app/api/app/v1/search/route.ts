import { searchAll } from '#lib/contracts/app/search.ts'
import { route } from '#server/platform/api/route.ts'
import * as queries from '#server/search/queries.ts'

export const GET = route(searchAll, async (ctx, { query }) => ({ body: await queries.searchAll(ctx, query) }))
