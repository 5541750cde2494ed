import { endMyOtherSessions } from '#lib/contracts/app/sessions.ts'
import { route } from '#server/platform/api/route.ts'
import * as ownSessions from '#server/platform/auth/own-sessions.ts'

export const POST = route(endMyOtherSessions, async (ctx, { body }) => {
  await ownSessions.endMyOtherSessions(ctx, body)
  return { body: null }
})
