import * as contract from '#lib/contracts/app/retention.ts'
import { setLegalHold } from '#server/changes/legal-hold.ts'
import { route } from '#server/platform/api/route.ts'

export const POST = route(contract.setLegalHold, async (ctx, { params, body }) => {
  await setLegalHold(ctx, params.number, body)
  return { body: null }
})
