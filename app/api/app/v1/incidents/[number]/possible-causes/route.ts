import { listPossibleCauses } from '#lib/contracts/app/candidates.ts'
import { route } from '#server/platform/api/route.ts'
import * as causes from '#server/reviews/candidates/possible-causes.ts'

export const GET = route(listPossibleCauses, async (ctx, { params }) => ({
  body: { result: await causes.listPossibleCauses(ctx, params.number) },
}))
