import * as contract from '#lib/contracts/app/review-bulk.ts'
import { route } from '#server/platform/api/route.ts'
import { completeCleanReviews } from '#server/reviews/lifecycle/complete-clean-reviews.ts'

export const POST = route(contract.completeCleanReviews, async (ctx, { body }) => ({
  body: await completeCleanReviews(ctx, body),
}))
