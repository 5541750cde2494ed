import * as contract from '#lib/contracts/app/review-versions.ts'
import { route } from '#server/platform/api/route.ts'
import { listReviewVersions } from '#server/reviews/record/review-versions.ts'

export const GET = route(contract.listReviewVersions, async (ctx, { params }) => ({
  body: await listReviewVersions(ctx, params.reference),
}))
