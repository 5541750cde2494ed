import * as contract from '#lib/contracts/app/history.ts'
import { listChangeHistory } from '#server/history/queries.ts'
import { toRecordList } from '#server/platform/api/list-result.ts'
import { route } from '#server/platform/api/route.ts'

export const GET = route(contract.listChangeHistory, async (ctx, { params, query }) =>
  toRecordList(await listChangeHistory(ctx, params.number, query), query),
)
