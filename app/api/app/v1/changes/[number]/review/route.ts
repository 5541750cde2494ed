import { findReview, startReview } from '#lib/contracts/app/reviews.ts'
import { route } from '#server/platform/api/route.ts'
import * as starting from '#server/reviews/lifecycle/start-review.ts'
import * as queries from '#server/reviews/record/queries.ts'

export const GET = route(findReview, async (ctx, { params }) => ({
  body: { review: await queries.findReview(ctx, params.number) },
}))

export const POST = route(startReview, async (ctx, { params }) => ({
  body: await starting.startReview(ctx, params.number),
}))
