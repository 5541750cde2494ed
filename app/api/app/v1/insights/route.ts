import { getInsights } from '#lib/contracts/app/metrics.ts'
import { route } from '#server/http/route.ts'
import * as insights from '#server/insights/get-insights.ts'

export const GET = route(getInsights, async (ctx, { query }) => ({ body: await insights.getInsights(ctx, query) }))
