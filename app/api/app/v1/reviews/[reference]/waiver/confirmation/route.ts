import * as contract from '#lib/contracts/app/review-sign-off.ts'
import { route } from '#server/platform/api/route.ts'
import { confirmWaiver } from '#server/reviews/lifecycle/waive-review.ts'

export const POST = route(contract.confirmWaiver, async (ctx, { params, body }) => ({
  body: await confirmWaiver(ctx, params.reference, body.implementer),
}))
