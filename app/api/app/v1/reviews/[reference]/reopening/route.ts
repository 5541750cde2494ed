import * as contract from '#lib/contracts/app/review-sign-off.ts'
import { route } from '#server/platform/api/route.ts'
import { reopenReview } from '#server/reviews/lifecycle/reopen-review.ts'

export const POST = route(contract.reopenReview, async (ctx, { params, body }) => ({
  body: await reopenReview(ctx, params.reference, body.reason),
}))
