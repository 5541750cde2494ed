import * as contract from '#lib/contracts/app/connections.ts'
import { resolveWriteConflict } from '#server/connections/resolve-write-conflict.ts'
import { route } from '#server/platform/api/route.ts'

export const POST = route(contract.settleWrite, async (ctx, { params, body }) => {
  await resolveWriteConflict(ctx, params.id, params.write, body.decision)
  return { body: null }
})
