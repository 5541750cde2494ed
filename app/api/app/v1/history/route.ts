import * as contract from '#lib/contracts/app/history.ts'
import { listHistory } from '#server/history/queries.ts'
import { recordList } from '#server/platform/api/list-reply.ts'
import { route } from '#server/platform/api/route.ts'

export const GET = route(contract.listHistory, async (ctx, { query }) =>
  recordList(await listHistory(ctx, query), query),
)
