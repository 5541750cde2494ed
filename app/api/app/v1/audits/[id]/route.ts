import * as contract from '#lib/contracts/app/audits.ts'
import { getAudit } from '#server/insights/audits/queries.ts'
import { route } from '#server/platform/api/route.ts'

export const GET = route(contract.getAudit, async (ctx, { params }) => ({ body: await getAudit(ctx, params.id) }))
