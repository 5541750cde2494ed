import * as contract from '#lib/contracts/app/review-sign-off.ts'
import { route } from '#server/platform/api/route.ts'
import { extendReview } from '#server/reviews/lifecycle/extend-review.ts'

export const POST = route(contract.extendReview, async (ctx, { params, body }) => ({
  body: await extendReview(ctx, params.reference, body),
}))
