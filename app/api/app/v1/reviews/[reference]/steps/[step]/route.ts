import * as contract from '#lib/contracts/app/reviews.ts'
import { route } from '#server/platform/api/route.ts'
import { saveReviewStep } from '#server/reviews/steps/save-review-step.ts'

export const PUT = route(contract.saveReviewStep, async (ctx, { params, body }) => ({
  body: await saveReviewStep(ctx, params.reference, params.step, body),
}))
