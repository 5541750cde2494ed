import * as contract from '#lib/contracts/app/accounts.ts'
import { route } from '#server/platform/api/route.ts'
import { changeMyPassword } from '#server/platform/auth/account-commands.ts'

export const PUT = route(contract.changeMyPassword, async (ctx, { body }) => {
  await changeMyPassword(ctx, body)
  return { body: null }
})
