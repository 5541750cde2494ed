import * as contract from '#lib/contracts/app/audits.ts'
import { listAuditSample } from '#server/insights/audits/queries.ts'
import { toRecordList } from '#server/platform/api/list-result.ts'
import { route } from '#server/platform/api/route.ts'

export const GET = route(contract.listAuditSample, async (ctx, { params, query }) =>
  toRecordList(await listAuditSample(ctx, params.id, query), query),
)
