import * as contract from '#lib/contracts/app/attachments.ts'
import { route } from '#server/platform/api/route.ts'
import { listAttachments } from '#server/reviews/attachments/queries.ts'

export const GET = route(contract.listAttachments, async (ctx, { query }) => ({
  body: { result: await listAttachments(ctx, query) },
}))
