import * as contract from '#lib/contracts/operations.ts'
import { getLeaf } from '#server/history/ledger/queries.ts'
import { routeTo } from '#server/platform/api/route.ts'

export const GET = routeTo(contract.getLeaf, (ctx, { query }) => getLeaf(ctx, query.index))
