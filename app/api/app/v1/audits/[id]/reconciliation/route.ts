import * as contract from '#lib/contracts/app/audit-reconciliation.ts'
import { listReconciliationLines } from '#lib/domain/audits/reconciliation.ts'
import { readReconciliation } from '#server/insights/audits/reconcile.ts'
import { toRecordList } from '#server/platform/api/list-result.ts'
import { route } from '#server/platform/api/route.ts'

export const GET = route(contract.listAuditReconciliation, async (ctx, { params, query }) => {
  const lines = listReconciliationLines(await readReconciliation(ctx, params.id))
  const from = (query.page - 1) * query.limit
  return toRecordList({ rows: lines.slice(from, from + query.limit), total: lines.length }, query)
})
