import * as contract from '#lib/contracts/app/audits.ts'
import { createAudit } from '#server/insights/audits/commands.ts'
import { listAudits } from '#server/insights/audits/queries.ts'
import { toRecordList } from '#server/platform/api/list-result.ts'
import { route } from '#server/platform/api/route.ts'

export const GET = route(contract.listAudits, async (ctx, { query }) =>
  toRecordList(await listAudits(ctx, query), query),
)

export const POST = route(contract.createAudit, async (ctx, { body }) => ({ body: await createAudit(ctx, body) }))
