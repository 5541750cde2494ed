import { settleWrite } from '#lib/contracts/app/connections.ts'
import * as writes from '#server/connections/resolve-write-conflict.ts'
import { route } from '#server/platform/api/route.ts'

export const POST = route(settleWrite, async (ctx, { params, body }) => {
  await writes.resolveWriteConflict(ctx, params.id, params.write, body.decision)
  return { body: null }
})
