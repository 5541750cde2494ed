import { findReview, startReview } from '#lib/contracts/app/reviews.ts'
import { route } from '#server/platform/api/route.ts'
import * as queries from '#server/reviews/queries.ts'
import * as starting from '#server/reviews/start-review.ts'

export const GET = route(findReview, async (ctx, { params }) => ({
  body: { review: await queries.findReview(ctx, params.number) },
}))

export const POST = route(startReview, async (ctx, { params }) => ({
  body: await starting.startReview(ctx, params.number),
}))
