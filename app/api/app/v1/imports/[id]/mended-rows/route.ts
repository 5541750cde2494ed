import { sendMendedRows } from '#lib/contracts/app/imports.ts'
import * as mended from '#server/imports/send-mended-rows.ts'
import { route } from '#server/platform/api/route.ts'

export const POST = route(sendMendedRows, async (ctx, { params, body: { rows } }) => {
  const body = await mended.sendMendedRows(ctx, params.id, rows)
  return { body, location: `/api/app/v1/imports/${body.id}` }
})
