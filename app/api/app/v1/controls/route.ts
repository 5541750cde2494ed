import { listControls } from '#lib/contracts/app/controls.ts'
import * as controls from '#server/insights/controls/list-controls.ts'
import { recordList } from '#server/platform/api/list-reply.ts'
import { route } from '#server/platform/api/route.ts'

export const GET = route(listControls, async (ctx, { query }) => {
  const { page, limit, from, to } = query
  const rows = await controls.listControls(ctx, { from, to })
  return recordList({ rows: rows.slice((page - 1) * limit, page * limit), total: rows.length }, query)
})
