import { getLeaf } from '#lib/contracts/ledger.ts'
import * as ledger from '#server/history/ledger/queries.ts'
import { route } from '#server/platform/api/route.ts'

export const GET = route(getLeaf, async (ctx, { query }) => ({ body: await ledger.getLeaf(ctx, query.index) }))
