import * as contract from '#lib/contracts/app/review-sign-off.ts'
import { route } from '#server/platform/api/route.ts'
import { waiveReview } from '#server/reviews/lifecycle/waive-review.ts'

export const POST = route(contract.waiveReview, async (ctx, { params, body }) => ({
  body: await waiveReview(ctx, params.reference, body.reason),
}))
