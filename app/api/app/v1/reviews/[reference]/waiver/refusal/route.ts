import { refuseWaiver } from '#lib/contracts/app/review-sign-off.ts'
import { route } from '#server/platform/api/route.ts'
import * as waiver from '#server/reviews/lifecycle/waive-review.ts'

export const POST = route(refuseWaiver, async (ctx, { params, body }) => ({
  body: await waiver.refuseWaiver(ctx, params.reference, body.reason),
}))
