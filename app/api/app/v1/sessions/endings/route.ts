import * as contract from '#lib/contracts/app/sessions.ts'
import { route } from '#server/platform/api/route.ts'
import { endMyOtherSessions } from '#server/platform/auth/own-sessions.ts'

export const POST = route(contract.endMyOtherSessions, async (ctx, { body }) => {
  await endMyOtherSessions(ctx, body)
  return { body: null }
})
