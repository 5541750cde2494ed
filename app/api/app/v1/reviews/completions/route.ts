import { completeCleanReviews } from '#lib/contracts/app/review-bulk.ts'
import { route } from '#server/platform/api/route.ts'
import * as completing from '#server/reviews/lifecycle/complete-clean-reviews.ts'

export const POST = route(completeCleanReviews, async (ctx, { body }) => ({
  body: await completing.completeCleanReviews(ctx, body),
}))
