import { listIncidentHistory } from '#lib/contracts/app/history.ts'
import * as queries from '#server/history/queries.ts'
import { recordList } from '#server/platform/api/list-reply.ts'
import { route } from '#server/platform/api/route.ts'

export const GET = route(listIncidentHistory, async (ctx, { params, query }) =>
  recordList(await queries.listIncidentHistory(ctx, params.number, query), query),
)
