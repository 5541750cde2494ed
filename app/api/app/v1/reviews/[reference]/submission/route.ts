import * as contract from '#lib/contracts/app/review-sign-off.ts'
import { route } from '#server/platform/api/route.ts'
import { submitReview } from '#server/reviews/lifecycle/submit-review.ts'

export const POST = route(contract.submitReview, async (ctx, { params }) => ({
  body: await submitReview(ctx, params.reference),
}))
