import { listChangeHistory } from '#lib/contracts/app/history.ts'
import * as queries from '#server/history/queries.ts'
import { recordList } from '#server/http/list-reply.ts'
import { route } from '#server/http/route.ts'

export const GET = route(listChangeHistory, async (ctx, { params, query }) =>
  recordList(await queries.listChangeHistory(ctx, params.number, query), query),
)
