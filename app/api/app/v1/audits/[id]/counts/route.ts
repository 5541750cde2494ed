import * as contract from '#lib/contracts/app/audit-reconciliation.ts'
import { countSources } from '#server/insights/audits/count-sources.ts'
import { route } from '#server/platform/api/route.ts'

export const POST = route(contract.countAuditSources, async (ctx, { params }) => {
  await countSources(ctx, params.id)
  return { body: null }
})
