import { listAttachments } from '#lib/contracts/app/attachments.ts'
import { route } from '#server/platform/api/route.ts'
import * as queries from '#server/reviews/attachments/queries.ts'

export const GET = route(listAttachments, async (ctx, { query }) => ({
  body: { result: await queries.listAttachments(ctx, query) },
}))
