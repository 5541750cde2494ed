import * as contract from '#lib/contracts/app/metrics.ts'
import { listOutcomes } from '#server/insights/list-outcomes.ts'
import { recordList } from '#server/platform/api/list-reply.ts'
import { route } from '#server/platform/api/route.ts'

export const GET = route(contract.listOutcomes, async (ctx, { query }) =>
  recordList(await listOutcomes(ctx, query), query),
)
