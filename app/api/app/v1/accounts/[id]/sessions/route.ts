import { endAccountSessions } from '#lib/contracts/app/accounts.ts'
import { route } from '#server/platform/api/route.ts'
import * as commands from '#server/platform/auth/account-commands.ts'

export const DELETE = route(endAccountSessions, async (ctx, { params }) => {
  await commands.endAccountSessions(ctx, params.id)
  return { body: null }
})
