import { updateAccount } from '#lib/contracts/app/accounts.ts'
import * as commands from '#server/accounts/commands.ts'
import { route } from '#server/http/route.ts'

export const PATCH = route(updateAccount, async (ctx, { params, body }) => ({
  body: await commands.updateAccount(ctx, params.id, body),
}))
