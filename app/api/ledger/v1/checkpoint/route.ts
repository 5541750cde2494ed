import { getCheckpoint } from '#lib/contracts/ledger.ts'
import * as ledger from '#server/history/ledger/queries.ts'
import { route } from '#server/platform/api/route.ts'

export const GET = route(getCheckpoint, async (ctx) => ({ body: await ledger.getCheckpoint(ctx) }))
