import * as contract from '#lib/contracts/app/review-proposals.ts'
import { route } from '#server/platform/api/route.ts'
import { decideReviewProposal } from '#server/reviews/steps/proposals.ts'

export const POST = route(contract.decideReviewProposal, async (ctx, { params, body }) => {
  await decideReviewProposal(ctx, params, body.decision)
  return { body: null }
})
