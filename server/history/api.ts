import * as history from '#lib/contracts/app/history.ts'
import * as recordOrigins from '#lib/contracts/app/record-origins.ts'
import { toRecordList } from '#server/platform/api/list-result.ts'
import { route } from '#server/platform/api/route.ts'
import { listChangeHistory, listHistory, listIncidentHistory } from './queries.ts'
import { findRecordOrigin } from './record-origin.ts'

export const historyApi = [
  route(history.listChangeHistory, async (ctx, { params, query }) =>
    toRecordList(await listChangeHistory(ctx, params.number, query), query),
  ),
  route(history.listHistory, async (ctx, { query }) => toRecordList(await listHistory(ctx, query), query)),
  route(history.listIncidentHistory, async (ctx, { params, query }) =>
    toRecordList(await listIncidentHistory(ctx, params.number, query), query),
  ),
  route(recordOrigins.findRecordOrigin, async (ctx, { params }) => ({
    body: { origin: await findRecordOrigin(ctx, params.kind, params.number) },
  })),
]
