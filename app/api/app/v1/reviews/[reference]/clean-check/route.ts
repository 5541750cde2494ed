import * as contract from '#lib/contracts/app/clean-check.ts'
import { route } from '#server/platform/api/route.ts'
import { getCleanCheck } from '#server/reviews/steps/get-clean-check.ts'

export const GET = route(contract.findCleanCheck, async (ctx, { params }) => ({
  body: await getCleanCheck(ctx, params.reference),
}))
