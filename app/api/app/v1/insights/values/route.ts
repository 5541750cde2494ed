import * as contract from '#lib/contracts/app/flat-metrics.ts'
import { listMetricValues } from '#server/insights/list-values.ts'
import { toRecordList } from '#server/platform/api/list-result.ts'
import { route } from '#server/platform/api/route.ts'
import { getServiceOrigin } from '#server/platform/http/service-origin.ts'

export const GET = route(contract.listMetricValues, async (ctx, { query, request }) =>
  toRecordList(await listMetricValues(ctx, query, getServiceOrigin(request.headers)), query),
)
