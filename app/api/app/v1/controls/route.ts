import * as contract from '#lib/contracts/app/controls.ts'
import { listControls } from '#server/insights/controls/list-controls.ts'
import { toRecordList } from '#server/platform/api/list-result.ts'
import { route } from '#server/platform/api/route.ts'

export const GET = route(contract.listControls, async (ctx, { query }) => {
  const { page, limit, from, to } = query
  const rows = await listControls(ctx, { from, to })
  return toRecordList({ rows: rows.slice((page - 1) * limit, page * limit), total: rows.length }, query)
})
