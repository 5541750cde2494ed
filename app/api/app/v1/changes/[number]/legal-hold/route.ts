import { setLegalHold } from '#lib/contracts/app/retention.ts'
import * as changes from '#server/changes/legal-hold.ts'
import { route } from '#server/platform/api/route.ts'

export const POST = route(setLegalHold, async (ctx, { params, body }) => {
  await changes.setLegalHold(ctx, params.number, body)
  return { body: null }
})
