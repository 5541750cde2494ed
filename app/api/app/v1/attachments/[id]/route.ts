import * as contract from '#lib/contracts/app/attachments.ts'
import { route } from '#server/platform/api/route.ts'
import { removeAttachment } from '#server/reviews/attachments/commands.ts'

export const DELETE = route(contract.removeAttachment, async (ctx, { params }) => {
  await removeAttachment(ctx, params.id)
  return { body: null }
})
