import * as contract from '#lib/contracts/app/clean-check.ts'
import { route } from '#server/platform/api/route.ts'
import { findCleanCheck } from '#server/reviews/steps/find-clean-check.ts'

export const GET = route(contract.findCleanCheck, async (ctx, { params }) => ({
  body: await findCleanCheck(ctx, params.reference),
}))
