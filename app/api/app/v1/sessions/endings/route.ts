import { endMyOtherSessions } from '#lib/contracts/app/sessions.ts'
import * as ownSessions from '#server/accounts/own-sessions.ts'
import { route } from '#server/http/route.ts'

export const POST = route(endMyOtherSessions, async (ctx, { body }) => {
  await ownSessions.endMyOtherSessions(ctx, body)
  return { body: null }
})
