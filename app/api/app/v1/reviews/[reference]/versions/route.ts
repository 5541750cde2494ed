import { listReviewVersions } from '#lib/contracts/app/review-versions.ts'
import { route } from '#server/platform/api/route.ts'
import * as versions from '#server/reviews/record/review-versions.ts'

export const GET = route(listReviewVersions, async (ctx, { params }) => ({
  body: await versions.listReviewVersions(ctx, params.reference),
}))
