import * as contract from '#lib/contracts/app/candidates.ts'
import { route } from '#server/platform/api/route.ts'
import { listPossibleCauses } from '#server/reviews/candidates/possible-causes.ts'

export const GET = route(contract.listPossibleCauses, async (ctx, { params }) => ({
  body: { result: await listPossibleCauses(ctx, params.number) },
}))
