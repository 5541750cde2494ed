import * as contract from '#lib/contracts/app/candidates.ts'
import { route } from '#server/platform/api/route.ts'
import { listCandidates } from '#server/reviews/candidates/queries.ts'

export const GET = route(contract.listCandidates, async (ctx, { params, query }) => ({
  body: await listCandidates(ctx, params.number, query),
}))
