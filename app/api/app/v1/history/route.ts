import { listHistory } from '#lib/contracts/app/history.ts'
import * as queries from '#server/history/queries.ts'
import { recordList } from '#server/platform/api/list-reply.ts'
import { route } from '#server/platform/api/route.ts'

export const GET = route(listHistory, async (ctx, { query }) =>
  recordList(await queries.listHistory(ctx, query), query),
)
