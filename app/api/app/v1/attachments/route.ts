import * as contract from '#lib/contracts/app/attachments.ts'
import { route } from '#server/platform/api/route.ts'
import { addAttachment } from '#server/reviews/attachments/commands.ts'
import { attachmentUploads } from '#server/reviews/attachments/store-attachment.ts'

export const POST = route(
  contract.addAttachment,
  async (ctx, { query, upload }) => ({ body: await addAttachment(ctx, query, upload) }),
  { uploads: attachmentUploads },
)
