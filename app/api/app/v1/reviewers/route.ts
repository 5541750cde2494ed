import { listReviewers } from '#lib/contracts/app/review-bulk.ts'
import { route } from '#server/platform/api/route.ts'
import * as reviewers from '#server/reviews/lifecycle/list-reviewers.ts'

export const GET = route(listReviewers, async (ctx, { query }) => ({
  body: await reviewers.listReviewers(ctx, query),
}))
