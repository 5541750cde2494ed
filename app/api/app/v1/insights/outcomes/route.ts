import * as contract from '#lib/contracts/app/metrics.ts'
import { listOutcomes } from '#server/insights/list-outcomes.ts'
import { toRecordList } from '#server/platform/api/list-result.ts'
import { route } from '#server/platform/api/route.ts'

export const GET = route(contract.listOutcomes, async (ctx, { query }) =>
  toRecordList(await listOutcomes(ctx, query), query),
)
