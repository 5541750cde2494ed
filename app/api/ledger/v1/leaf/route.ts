import * as contract from '#lib/contracts/operations.ts'
import { getLeaf } from '#server/history/ledger/queries.ts'
import { route } from '#server/platform/api/route.ts'

export const GET = route(contract.getLeaf, async (ctx, { query }) => ({ body: await getLeaf(ctx, query.index) }))
