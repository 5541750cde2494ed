import { listOutcomes } from '#lib/contracts/app/metrics.ts'
import * as insights from '#server/insights/list-outcomes.ts'
import { recordList } from '#server/platform/api/list-reply.ts'
import { route } from '#server/platform/api/route.ts'

export const GET = route(listOutcomes, async (ctx, { query }) =>
  recordList(await insights.listOutcomes(ctx, query), query),
)
