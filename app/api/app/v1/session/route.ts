import { endMySessions, getSession } from '#lib/contracts/app/accounts.ts'
import { endAccountSessions } from '#server/accounts/commands.ts'
import { getAccount } from '#server/accounts/queries.ts'
import { actingAccount } from '#server/auth/acting-account.ts'
import { route } from '#server/http/route.ts'

export const GET = route(getSession, async (ctx) => ({
  body: { account: await getAccount(ctx, actingAccount(ctx).id) },
}))

export const DELETE = route(endMySessions, async (ctx) => {
  await endAccountSessions(ctx, actingAccount(ctx).id)
  return { body: null }
})
