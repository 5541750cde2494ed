import { listCandidates } from '#lib/contracts/app/candidates.ts'
import * as queries from '#server/candidates/queries.ts'
import { route } from '#server/http/route.ts'

export const GET = route(listCandidates, async (ctx, { params, query }) => ({
  body: await queries.listCandidates(ctx, params.number, query),
}))
