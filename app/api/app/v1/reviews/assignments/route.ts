import * as contract from '#lib/contracts/app/review-bulk.ts'
import { route } from '#server/platform/api/route.ts'
import { assignReviews } from '#server/reviews/lifecycle/assign-review.ts'

export const POST = route(contract.assignReviews, async (ctx, { body }) => ({ body: await assignReviews(ctx, body) }))
