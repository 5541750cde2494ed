import * as contract from '#lib/contracts/app/system.ts'
import { route } from '#server/platform/api/route.ts'
import { retryMail } from '#server/system/failing-mail.ts'

export const POST = route(contract.retryMail, async (ctx, { params }) => {
  await retryMail(ctx, params.id)
  return { body: null }
})
