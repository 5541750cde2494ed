import * as contract from '#lib/contracts/operations.ts'
import { getCheckpoint } from '#server/history/ledger/queries.ts'
import { route } from '#server/platform/api/route.ts'

export const GET = route(contract.getCheckpoint, async (ctx) => ({ body: await getCheckpoint(ctx) }))
