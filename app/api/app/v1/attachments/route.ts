import { addAttachment } from '#lib/contracts/app/attachments.ts'
import { route } from '#server/platform/api/route.ts'
import * as commands from '#server/reviews/attachments/commands.ts'
import { attachmentUploads } from '#server/reviews/attachments/store-attachment.ts'

export const POST = route(
  addAttachment,
  async (ctx, { query, upload }) => ({ body: await commands.addAttachment(ctx, query, upload) }),
  { uploads: attachmentUploads },
)
