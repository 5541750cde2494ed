import * as contract from '#lib/contracts/app/reviews.ts'
import { route } from '#server/platform/api/route.ts'
import { startReview } from '#server/reviews/lifecycle/start-review.ts'
import { findReview } from '#server/reviews/record/queries.ts'

export const GET = route(contract.findReview, async (ctx, { params }) => ({
  body: { review: await findReview(ctx, params.number) },
}))

export const POST = route(contract.startReview, async (ctx, { params }) => ({
  body: await startReview(ctx, params.number),
}))
