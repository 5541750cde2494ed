import * as contract from '#lib/contracts/app/audit-reconciliation.ts'
import { storeSourceCounts } from '#server/insights/audits/store-source-counts.ts'
import { route } from '#server/platform/api/route.ts'

export const POST = route(contract.countAuditSources, async (ctx, { params }) => {
  await storeSourceCounts(ctx, params.id)
  return { body: null }
})
