import * as contract from '#lib/contracts/app/review-bulk.ts'
import { route } from '#server/platform/api/route.ts'
import { remindReviewers } from '#server/reviews/lifecycle/remind-reviewers.ts'

export const POST = route(contract.remindReviewers, async (ctx, { body }) => ({
  body: await remindReviewers(ctx, body),
}))
