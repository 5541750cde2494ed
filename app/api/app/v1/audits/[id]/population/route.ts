import { listAuditPopulation } from '#lib/contracts/app/audits.ts'
import * as audits from '#server/insights/audits/queries.ts'
import { recordList } from '#server/platform/api/list-reply.ts'
import { route } from '#server/platform/api/route.ts'

export const GET = route(listAuditPopulation, async (ctx, { params, query }) =>
  recordList(await audits.listAuditPopulation(ctx, params.id, query), query),
)
