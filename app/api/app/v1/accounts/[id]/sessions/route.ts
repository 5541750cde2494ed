import * as contract from '#lib/contracts/app/accounts.ts'
import { route } from '#server/platform/api/route.ts'
import { endAccountSessions } from '#server/platform/auth/account-commands.ts'

export const DELETE = route(contract.endAccountSessions, async (ctx, { params }) => {
  await endAccountSessions(ctx, params.id)
  return { body: null }
})
