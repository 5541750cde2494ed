import { sampleTable } from '#lib/contracts/app/connections.ts'
import * as samples from '#server/connections/servicenow/sample-table.ts'
import { route } from '#server/platform/api/route.ts'

export const POST = route(sampleTable, async (ctx, { params }) => {
  const id = await samples.sampleTable(ctx, params.id, params.table)
  return { body: { import_id: id }, location: `/api/app/v1/imports/${id}` }
})
