import { reopenReview } from '#lib/contracts/app/review-sign-off.ts'
import { route } from '#server/platform/api/route.ts'
import * as reopening from '#server/reviews/lifecycle/reopen-review.ts'

export const POST = route(reopenReview, async (ctx, { params, body }) => ({
  body: await reopening.reopenReview(ctx, params.reference, body.reason),
}))
