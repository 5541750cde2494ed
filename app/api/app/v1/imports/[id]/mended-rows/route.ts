import * as contract from '#lib/contracts/app/imports.ts'
import { resubmitRows } from '#server/import/jobs/resubmit-rows.ts'
import { route } from '#server/platform/api/route.ts'

export const POST = route(contract.sendMendedRows, async (ctx, { params, body: { rows } }) => {
  const body = await resubmitRows(ctx, params.id, rows)
  return { body, location: `/api/app/v1/imports/${body.id}` }
})
