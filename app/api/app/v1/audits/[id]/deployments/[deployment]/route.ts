import * as contract from '#lib/contracts/app/audit-reconciliation.ts'
import { explainDeployment } from '#server/insights/audits/deployments.ts'
import { route } from '#server/platform/api/route.ts'

export const PUT = route(contract.explainAuditDeployment, async (ctx, { params, body }) => {
  await explainDeployment(ctx, params, body.explanation)
  return { body: null }
})
