import { endMySession } from '#lib/contracts/app/sessions.ts'
import { route } from '#server/platform/api/route.ts'
import * as ownSessions from '#server/platform/auth/own-sessions.ts'

export const POST = route(endMySession, async (ctx, { params, body }) => {
  await ownSessions.endMySession(ctx, params.id, body)
  return { body: null }
})
