import * as contract from '#lib/contracts/app/reviews.ts'
import { route } from '#server/platform/api/route.ts'
import { completeReview } from '#server/reviews/lifecycle/complete-review.ts'

export const POST = route(contract.completeReview, async (ctx, { params, body }) => ({
  body: await completeReview(ctx, params.reference, body),
}))
