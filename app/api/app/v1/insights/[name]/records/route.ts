import * as contract from '#lib/contracts/app/metrics.ts'
import { listMetricRecords } from '#server/insights/list-records.ts'
import { toRecordList } from '#server/platform/api/list-result.ts'
import { route } from '#server/platform/api/route.ts'

export const GET = route(contract.listMetricRecords, async (ctx, { params, query }) =>
  toRecordList(await listMetricRecords(ctx, params.name, query), query),
)
