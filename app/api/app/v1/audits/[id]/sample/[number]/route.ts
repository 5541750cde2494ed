import * as contract from '#lib/contracts/app/audits.ts'
import { updateAuditChange } from '#server/insights/audits/commands.ts'
import { route } from '#server/platform/api/route.ts'

export const PATCH = route(contract.updateAuditChange, async (ctx, { params, body }) => ({
  body: await updateAuditChange(ctx, params, body),
}))
