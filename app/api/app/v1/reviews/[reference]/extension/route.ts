import { extendReview } from '#lib/contracts/app/review-sign-off.ts'
import { route } from '#server/platform/api/route.ts'
import * as extension from '#server/reviews/lifecycle/extend-review.ts'

export const POST = route(extendReview, async (ctx, { params, body }) => ({
  body: await extension.extendReview(ctx, params.reference, body),
}))
