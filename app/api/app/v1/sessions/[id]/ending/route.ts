import * as contract from '#lib/contracts/app/sessions.ts'
import { route } from '#server/platform/api/route.ts'
import { endMySession } from '#server/platform/auth/own-sessions.ts'

export const POST = route(contract.endMySession, async (ctx, { params, body }) => {
  await endMySession(ctx, params.id, body)
  return { body: null }
})
