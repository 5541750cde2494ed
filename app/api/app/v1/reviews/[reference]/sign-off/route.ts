import { signOffReview } from '#lib/contracts/app/review-sign-off.ts'
import { route } from '#server/platform/api/route.ts'
import * as signing from '#server/reviews/sign-off-review.ts'

export const POST = route(signOffReview, async (ctx, { params, body }) => ({
  body: await signing.signOffReview(ctx, params.reference, body),
}))
