import * as contract from '#lib/contracts/app/connections.ts'
import { sampleTable } from '#server/connections/servicenow/sample-table.ts'
import { route } from '#server/platform/api/route.ts'

export const POST = route(contract.sampleTable, async (ctx, { params }) => {
  const id = await sampleTable(ctx, params.id, params.table)
  return { body: { import_id: id }, location: `/api/app/v1/imports/${id}` }
})
