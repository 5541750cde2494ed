import { listReviewProposals } from '#lib/contracts/app/review-proposals.ts'
import { route } from '#server/platform/api/route.ts'
import * as proposals from '#server/reviews/steps/proposals.ts'

export const GET = route(listReviewProposals, async (ctx, { params }) => ({
  body: { result: await proposals.listReviewProposals(ctx, params.reference) },
}))
