import * as contract from '#lib/contracts/app/review-bulk.ts'
import { route } from '#server/platform/api/route.ts'
import { listReviewers } from '#server/reviews/lifecycle/list-reviewers.ts'

export const GET = route(contract.listReviewers, async (ctx, { query }) => ({
  body: await listReviewers(ctx, query),
}))
