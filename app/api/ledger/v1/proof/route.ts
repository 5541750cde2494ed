import * as contract from '#lib/contracts/operations.ts'
import { getLeafProof } from '#server/history/ledger/queries.ts'
import { route } from '#server/platform/api/route.ts'

export const GET = route(contract.getLeafProof, async (ctx, { query }) => ({
  body: await getLeafProof(ctx, query.index),
}))
