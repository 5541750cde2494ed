import { changeMyPassword } from '#lib/contracts/app/accounts.ts'
import { route } from '#server/platform/api/route.ts'
import * as commands from '#server/platform/auth/account-commands.ts'

export const PUT = route(changeMyPassword, async (ctx, { body }) => {
  await commands.changeMyPassword(ctx, body)
  return { body: null }
})
