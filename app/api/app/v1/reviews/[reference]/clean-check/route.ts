import { findCleanCheck } from '#lib/contracts/app/clean-check.ts'
import { route } from '#server/platform/api/route.ts'
import * as cleanCheck from '#server/reviews/steps/find-clean-check.ts'

export const GET = route(findCleanCheck, async (ctx, { params }) => ({
  body: await cleanCheck.findCleanCheck(ctx, params.reference),
}))
