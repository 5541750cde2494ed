import * as contract from '#lib/contracts/app/review-sign-off.ts'
import { route } from '#server/platform/api/route.ts'
import { withdrawReview } from '#server/reviews/lifecycle/submit-review.ts'

export const POST = route(contract.withdrawReview, async (ctx, { params }) => ({
  body: await withdrawReview(ctx, params.reference),
}))
