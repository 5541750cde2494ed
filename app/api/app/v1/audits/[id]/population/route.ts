import * as contract from '#lib/contracts/app/audits.ts'
import { listAuditPopulation } from '#server/insights/audits/queries.ts'
import { toRecordList } from '#server/platform/api/list-result.ts'
import { route } from '#server/platform/api/route.ts'

export const GET = route(contract.listAuditPopulation, async (ctx, { params, query }) =>
  toRecordList(await listAuditPopulation(ctx, params.id, query), query),
)
