import { drawAudit } from '#lib/contracts/app/audits.ts'
import * as commands from '#server/insights/audits/commands.ts'
import { route } from '#server/platform/api/route.ts'

export const POST = route(drawAudit, async (ctx, { params }) => ({ body: await commands.drawAudit(ctx, params.id) }))
