import * as contract from '#lib/contracts/app/history.ts'
import { listHistory } from '#server/history/queries.ts'
import { toRecordList } from '#server/platform/api/list-result.ts'
import { route } from '#server/platform/api/route.ts'

export const GET = route(contract.listHistory, async (ctx, { query }) =>
  toRecordList(await listHistory(ctx, query), query),
)
