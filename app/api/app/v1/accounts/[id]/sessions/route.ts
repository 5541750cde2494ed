import { endAccountSessions } from '#lib/contracts/app/accounts.ts'
import * as commands from '#server/accounts/commands.ts'
import { route } from '#server/http/route.ts'

export const DELETE = route(endAccountSessions, async (ctx, { params }) => {
  await commands.endAccountSessions(ctx, params.id)
  return { body: null }
})
