import { getInsights } from '#lib/contracts/app/metrics.ts'
import * as insights from '#server/insights/get-insights.ts'
import { route } from '#server/platform/api/route.ts'

export const GET = route(getInsights, async (ctx, { query }) => ({ body: await insights.getInsights(ctx, query) }))
