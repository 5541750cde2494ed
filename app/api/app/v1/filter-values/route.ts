import { listFilterValues } from '#lib/contracts/app/filter-values.ts'
import { route } from '#server/platform/api/route.ts'
import * as queries from '#server/search/filter-values.ts'

export const GET = route(listFilterValues, async (ctx) => ({ body: await queries.listFilterValues(ctx) }))
