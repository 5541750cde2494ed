import { sendMendedRows } from '#lib/contracts/app/imports.ts'
import * as corrected from '#server/import/jobs/resubmit-rows.ts'
import { route } from '#server/platform/api/route.ts'

export const POST = route(sendMendedRows, async (ctx, { params, body: { rows } }) => {
  const body = await corrected.resubmitRows(ctx, params.id, rows)
  return { body, location: `/api/app/v1/imports/${body.id}` }
})
