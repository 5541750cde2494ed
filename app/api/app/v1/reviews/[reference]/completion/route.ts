import { completeReview } from '#lib/contracts/app/reviews.ts'
import { route } from '#server/platform/api/route.ts'
import * as completing from '#server/reviews/lifecycle/complete-review.ts'

export const POST = route(completeReview, async (ctx, { params, body }) => ({
  body: await completing.completeReview(ctx, params.reference, body),
}))
