import { listMetricRecords } from '#lib/contracts/app/metrics.ts'
import * as insights from '#server/insights/list-records.ts'
import { recordList } from '#server/platform/api/list-reply.ts'
import { route } from '#server/platform/api/route.ts'

export const GET = route(listMetricRecords, async (ctx, { params, query }) =>
  recordList(await insights.listMetricRecords(ctx, params.name, query), query),
)
