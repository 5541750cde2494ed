import * as contract from '#lib/contracts/app/password-reset.ts'
import { requestPasswordReset, resetPassword } from '#server/accounts/password-reset/reset-password.ts'
import { route } from '#server/platform/api/route.ts'

export const POST = route(contract.requestPasswordReset, async (ctx, { body }) => {
  requestPasswordReset(ctx, body.email)
  return { body: null }
})

export const PUT = route(contract.resetPassword, async (ctx, { body }) => {
  await resetPassword(ctx, body)
  return { body: null }
})
