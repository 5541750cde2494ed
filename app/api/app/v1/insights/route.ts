import * as contract from '#lib/contracts/app/metrics.ts'
import { getInsights } from '#server/insights/get-insights.ts'
import { route } from '#server/platform/api/route.ts'

export const GET = route(contract.getInsights, async (ctx, { query }) => ({ body: await getInsights(ctx, query) }))
