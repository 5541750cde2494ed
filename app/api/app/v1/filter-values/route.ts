import * as contract from '#lib/contracts/app/filter-values.ts'
import { route } from '#server/platform/api/route.ts'
import { listFilterValues } from '#server/search/filter-values.ts'

export const GET = route(contract.listFilterValues, async (ctx) => ({ body: await listFilterValues(ctx) }))
