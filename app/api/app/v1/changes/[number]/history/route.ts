import * as contract from '#lib/contracts/app/history.ts'
import { listChangeHistory } from '#server/history/queries.ts'
import { recordList } from '#server/platform/api/list-reply.ts'
import { route } from '#server/platform/api/route.ts'

export const GET = route(contract.listChangeHistory, async (ctx, { params, query }) =>
  recordList(await listChangeHistory(ctx, params.number, query), query),
)
