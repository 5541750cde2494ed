import * as contract from '#lib/contracts/app/accounts.ts'
import { route } from '#server/platform/api/route.ts'
import { endAccountSessions } from '#server/platform/auth/account-commands.ts'
import { getAccount } from '#server/platform/auth/account-queries.ts'
import { getActingAccount } from '#server/platform/auth/acting-account.ts'

export const GET = route(contract.getSession, async (ctx) => ({
  body: { account: await getAccount(ctx, getActingAccount(ctx).id) },
}))

export const DELETE = route(contract.endMySessions, async (ctx) => {
  await endAccountSessions(ctx, getActingAccount(ctx).id)
  return { body: null }
})
