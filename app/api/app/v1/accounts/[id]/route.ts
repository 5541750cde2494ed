import * as contract from '#lib/contracts/app/accounts.ts'
import { route } from '#server/platform/api/route.ts'
import { updateAccount } from '#server/platform/auth/account-commands.ts'

export const PATCH = route(contract.updateAccount, async (ctx, { params, body }) => ({
  body: await updateAccount(ctx, params.id, body),
}))
