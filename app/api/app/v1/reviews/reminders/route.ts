import { remindReviewers } from '#lib/contracts/app/review-bulk.ts'
import { route } from '#server/platform/api/route.ts'
import * as reminding from '#server/reviews/lifecycle/remind-reviewers.ts'

export const POST = route(remindReviewers, async (ctx, { body }) => ({
  body: await reminding.remindReviewers(ctx, body),
}))
