import { updateAuditChange } from '#lib/contracts/app/audits.ts'
import * as commands from '#server/insights/audits/commands.ts'
import { route } from '#server/platform/api/route.ts'

export const PATCH = route(updateAuditChange, async (ctx, { params, body }) => ({
  body: await commands.updateAuditChange(ctx, params, body),
}))
