import { changeMyPassword } from '#lib/contracts/app/accounts.ts'
import * as commands from '#server/accounts/commands.ts'
import { route } from '#server/http/route.ts'

export const PUT = route(changeMyPassword, async (ctx, { body }) => {
  await commands.changeMyPassword(ctx, body)
  return { body: null }
})
