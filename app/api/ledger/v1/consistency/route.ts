import * as contract from '#lib/contracts/operations.ts'
import { getConsistency } from '#server/history/ledger/queries.ts'
import { route } from '#server/platform/api/route.ts'

export const GET = route(contract.getConsistency, async (ctx, { query }) => ({
  body: await getConsistency(ctx, query),
}))
