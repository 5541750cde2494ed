import * as contract from '#lib/contracts/app/review-sign-off.ts'
import { route } from '#server/platform/api/route.ts'
import { getSignOff } from '#server/reviews/lifecycle/get-sign-off.ts'
import { signOffReview } from '#server/reviews/lifecycle/sign-off-review.ts'

export const GET = route(contract.getSignOff, async (ctx, { params }) => ({
  body: await getSignOff(ctx, params.reference),
}))

export const POST = route(contract.signOffReview, async (ctx, { params, body }) => ({
  body: await signOffReview(ctx, params.reference, body),
}))
