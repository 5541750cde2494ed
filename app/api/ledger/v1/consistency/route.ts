import * as contract from '#lib/contracts/operations.ts'
import { getConsistency } from '#server/history/ledger/queries.ts'
import { routeTo } from '#server/platform/api/route.ts'

export const GET = routeTo(contract.getConsistency, (ctx, { query }) => getConsistency(ctx, query))
