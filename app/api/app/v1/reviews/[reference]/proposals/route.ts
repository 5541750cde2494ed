import * as contract from '#lib/contracts/app/review-proposals.ts'
import { route } from '#server/platform/api/route.ts'
import { listReviewProposals } from '#server/reviews/steps/proposals.ts'

export const GET = route(contract.listReviewProposals, async (ctx, { params }) => ({
  body: { result: await listReviewProposals(ctx, params.reference) },
}))
