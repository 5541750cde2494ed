import * as contract from '#lib/contracts/operations.ts'
import { getLeafProof } from '#server/history/ledger/queries.ts'
import { routeTo } from '#server/platform/api/route.ts'

export const GET = routeTo(contract.getLeafProof, (ctx, { query }) => getLeafProof(ctx, query.index))
