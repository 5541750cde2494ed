import { endMySession } from '#lib/contracts/app/sessions.ts'
import * as ownSessions from '#server/accounts/own-sessions.ts'
import { route } from '#server/http/route.ts'

export const POST = route(endMySession, async (ctx, { params, body }) => {
  await ownSessions.endMySession(ctx, params.id, body)
  return { body: null }
})
