import * as contract from '#lib/contracts/operations.ts'
import { getLedgerKey } from '#server/history/ledger/queries.ts'
import { routeTo } from '#server/platform/api/route.ts'

export const GET = routeTo(contract.getLedgerKey, (ctx) => getLedgerKey(ctx))
