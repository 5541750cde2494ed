import { returnReview } from '#lib/contracts/app/review-sign-off.ts'
import { route } from '#server/platform/api/route.ts'
import * as signing from '#server/reviews/lifecycle/sign-off-review.ts'

export const POST = route(returnReview, async (ctx, { params, body }) => ({
  body: await signing.returnReview(ctx, params.reference, body),
}))
