import { saveReviewStep } from '#lib/contracts/app/reviews.ts'
import { route } from '#server/platform/api/route.ts'
import * as saving from '#server/reviews/steps/save-review-step.ts'

export const PUT = route(saveReviewStep, async (ctx, { params, body }) => ({
  body: await saving.saveReviewStep(ctx, params.reference, params.step, body),
}))
