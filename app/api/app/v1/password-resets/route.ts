import * as contract from '#lib/contracts/app/password-reset.ts'
import * as commands from '#server/accounts/password-reset/reset-password.ts'
import { route } from '#server/platform/api/route.ts'

export const POST = route(contract.requestPasswordReset, async (ctx, { body }) => {
  commands.requestPasswordReset(ctx, body.email)
  return { body: null }
})

export const PUT = route(contract.resetPassword, async (ctx, { body }) => {
  await commands.resetPassword(ctx, body)
  return { body: null }
})
