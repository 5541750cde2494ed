import { listHistory } from '#lib/contracts/app/history.ts'
import * as queries from '#server/history/queries.ts'
import { recordList } from '#server/http/list-reply.ts'
import { route } from '#server/http/route.ts'

export const GET = route(listHistory, async (ctx, { query }) =>
  recordList(await queries.listHistory(ctx, query), query),
)
