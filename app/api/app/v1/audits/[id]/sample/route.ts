import { listAuditSample } from '#lib/contracts/app/audits.ts'
import * as audits from '#server/insights/audits/queries.ts'
import { recordList } from '#server/platform/api/list-reply.ts'
import { route } from '#server/platform/api/route.ts'

export const GET = route(listAuditSample, async (ctx, { params, query }) =>
  recordList(await audits.listAuditSample(ctx, params.id, query), query),
)
