import { removeAttachment } from '#lib/contracts/app/attachments.ts'
import { route } from '#server/platform/api/route.ts'
import * as commands from '#server/reviews/attachments/commands.ts'

export const DELETE = route(removeAttachment, async (ctx, { params }) => {
  await commands.removeAttachment(ctx, params.id)
  return { body: null }
})
