import { addAccounts } from '#lib/contracts/app/account-rows.ts'
import * as commands from '#server/accounts/account-rows/add-accounts.ts'
import { route } from '#server/platform/api/route.ts'

export const POST = route(addAccounts, async (ctx, { body }) => ({ body: await commands.addAccounts(ctx, body) }))
