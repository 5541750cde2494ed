import * as contract from '#lib/contracts/app/history.ts'
import { listIncidentHistory } from '#server/history/queries.ts'
import { toRecordList } from '#server/platform/api/list-result.ts'
import { route } from '#server/platform/api/route.ts'

export const GET = route(contract.listIncidentHistory, async (ctx, { params, query }) =>
  toRecordList(await listIncidentHistory(ctx, params.number, query), query),
)
