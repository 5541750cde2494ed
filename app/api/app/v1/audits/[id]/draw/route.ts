import * as contract from '#lib/contracts/app/audits.ts'
import { drawAudit } from '#server/insights/audits/commands.ts'
import { route } from '#server/platform/api/route.ts'

export const POST = route(contract.drawAudit, async (ctx, { params }) => ({ body: await drawAudit(ctx, params.id) }))
