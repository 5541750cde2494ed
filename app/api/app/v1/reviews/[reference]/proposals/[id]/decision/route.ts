import { decideReviewProposal } from '#lib/contracts/app/review-proposals.ts'
import { route } from '#server/platform/api/route.ts'
import * as proposals from '#server/reviews/steps/proposals.ts'

export const POST = route(decideReviewProposal, async (ctx, { params, body }) => {
  await proposals.decideReviewProposal(ctx, params, body.decision)
  return { body: null }
})
