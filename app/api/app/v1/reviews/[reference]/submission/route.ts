import { submitReview } from '#lib/contracts/app/review-sign-off.ts'
import { route } from '#server/platform/api/route.ts'
import * as submitting from '#server/reviews/lifecycle/submit-review.ts'

export const POST = route(submitReview, async (ctx, { params }) => ({
  body: await submitting.submitReview(ctx, params.reference),
}))
