import { getLeafProof } from '#lib/contracts/ledger.ts'
import * as ledger from '#server/history/ledger/queries.ts'
import { route } from '#server/platform/api/route.ts'

export const GET = route(getLeafProof, async (ctx, { query }) => ({
  body: await ledger.getLeafProof(ctx, query.index),
}))
