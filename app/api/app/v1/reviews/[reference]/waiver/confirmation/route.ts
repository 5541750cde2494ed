import { confirmWaiver } from '#lib/contracts/app/review-sign-off.ts'
import { route } from '#server/platform/api/route.ts'
import * as waiver from '#server/reviews/lifecycle/waive-review.ts'

export const POST = route(confirmWaiver, async (ctx, { params, body }) => ({
  body: await waiver.confirmWaiver(ctx, params.reference, body.implementer),
}))
