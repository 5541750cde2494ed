import { assignReviews } from '#lib/contracts/app/review-bulk.ts'
import { route } from '#server/platform/api/route.ts'
import * as assigning from '#server/reviews/lifecycle/assign-review.ts'

export const POST = route(assignReviews, async (ctx, { body }) => ({ body: await assigning.assignReviews(ctx, body) }))
