import * as contract from '#lib/contracts/app/attachments.ts'
import { route } from '#server/platform/api/route.ts'
import { readAttachment } from '#server/reviews/attachments/queries.ts'

export const GET = route(contract.getAttachmentContent, async (ctx, { params }) => ({
  body: null,
  file: await readAttachment(ctx, params.id),
}))
