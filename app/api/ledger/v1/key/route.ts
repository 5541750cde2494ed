import * as contract from '#lib/contracts/operations.ts'
import { getLedgerKey } from '#server/history/ledger/queries.ts'
import { route } from '#server/platform/api/route.ts'

export const GET = route(contract.getLedgerKey, async (ctx) => ({ body: await getLedgerKey(ctx) }))
