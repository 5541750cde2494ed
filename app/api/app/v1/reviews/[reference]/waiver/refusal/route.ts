import * as contract from '#lib/contracts/app/review-sign-off.ts'
import { route } from '#server/platform/api/route.ts'
import { refuseWaiver } from '#server/reviews/lifecycle/waive-review.ts'

export const POST = route(contract.refuseWaiver, async (ctx, { params, body }) => ({
  body: await refuseWaiver(ctx, params.reference, body.reason),
}))
