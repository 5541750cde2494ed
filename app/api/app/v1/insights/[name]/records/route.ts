import { listMetricRecords } from '#lib/contracts/app/metrics.ts'
import { recordList } from '#server/http/list-reply.ts'
import { route } from '#server/http/route.ts'
import * as insights from '#server/insights/list-records.ts'

export const GET = route(listMetricRecords, async (ctx, { params, query }) =>
  recordList(await insights.listMetricRecords(ctx, params.name, query), query),
)
