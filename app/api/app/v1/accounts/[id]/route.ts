import { updateAccount } from '#lib/contracts/app/accounts.ts'
import { route } from '#server/platform/api/route.ts'
import * as commands from '#server/platform/auth/account-commands.ts'

export const PATCH = route(updateAccount, async (ctx, { params, body }) => ({
  body: await commands.updateAccount(ctx, params.id, body),
}))
