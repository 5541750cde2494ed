import { waiveReview } from '#lib/contracts/app/review-sign-off.ts'
import { route } from '#server/platform/api/route.ts'
import * as waiver from '#server/reviews/lifecycle/waive-review.ts'

export const POST = route(waiveReview, async (ctx, { params, body }) => ({
  body: await waiver.waiveReview(ctx, params.reference, body.reason),
}))
