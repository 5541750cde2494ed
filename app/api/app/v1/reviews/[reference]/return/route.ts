import * as contract from '#lib/contracts/app/review-sign-off.ts'
import { route } from '#server/platform/api/route.ts'
import { returnReview } from '#server/reviews/lifecycle/sign-off-review.ts'

export const POST = route(contract.returnReview, async (ctx, { params, body }) => ({
  body: await returnReview(ctx, params.reference, body),
}))
