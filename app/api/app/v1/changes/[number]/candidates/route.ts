import { listCandidates } from '#lib/contracts/app/candidates.ts'
import { route } from '#server/platform/api/route.ts'
import * as queries from '#server/reviews/candidates/queries.ts'

export const GET = route(listCandidates, async (ctx, { params, query }) => ({
  body: await queries.listCandidates(ctx, params.number, query),
}))
