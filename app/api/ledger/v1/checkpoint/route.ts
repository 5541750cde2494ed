import * as contract from '#lib/contracts/operations.ts'
import { getCheckpoint } from '#server/history/ledger/queries.ts'
import { routeTo } from '#server/platform/api/route.ts'

export const GET = routeTo(contract.getCheckpoint, (ctx) => getCheckpoint(ctx))
