import * as contract from '#lib/contracts/app/metrics.ts'
import { listMetricRecords } from '#server/insights/list-records.ts'
import { recordList } from '#server/platform/api/list-reply.ts'
import { route } from '#server/platform/api/route.ts'

export const GET = route(contract.listMetricRecords, async (ctx, { params, query }) =>
  recordList(await listMetricRecords(ctx, params.name, query), query),
)
