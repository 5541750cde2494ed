import { listMetricValues } from '#lib/contracts/app/flat-metrics.ts'
import * as insights from '#server/insights/list-values.ts'
import { recordList } from '#server/platform/api/list-reply.ts'
import { route } from '#server/platform/api/route.ts'
import { serviceOrigin } from '#server/platform/http/service-origin.ts'

export const GET = route(listMetricValues, async (ctx, { query, request }) =>
  recordList(await insights.listMetricValues(ctx, query, serviceOrigin(request.headers)), query),
)
