import * as changes from '#lib/contracts/app/changes.ts'
import * as history from '#lib/contracts/app/history.ts'
import { route, routeToList } from '#server/platform/api/route.ts'
import { listChangeHistory, listHistory, listIncidentHistory } from './queries.ts'
import { findRecordOrigin } from './record-origin.ts'

export const historyApi = [
  routeToList(history.listChangeHistory, (ctx, { params, query }) => listChangeHistory(ctx, params.number, query)),
  routeToList(history.listHistory, (ctx, { query }) => listHistory(ctx, query)),
  routeToList(history.listIncidentHistory, (ctx, { params, query }) => listIncidentHistory(ctx, params.number, query)),
  route(changes.findRecordOrigin, async (ctx, { params }) => ({
    body: { origin: await findRecordOrigin(ctx, params.kind, params.number) },
  })),
]
