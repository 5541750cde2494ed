import * as changes from '#lib/contracts/app/changes.ts'
import * as connections from '#lib/contracts/app/connections.ts'
import * as improvements from '#lib/contracts/app/improvements.ts'
import { allConnectors } from '#server/all-connectors.ts'
import { presentMeasures } from '#server/changes/measures.ts'
import { route, routeTo, routeToList } from '#server/platform/api/route.ts'
import { checkConnection } from './check-connection.ts'
import {
  createConnection,
  deleteConnection,
  resolveWriteConflict,
  runConnection,
  updateConnection,
} from './commands.ts'
import { retryEvent } from './inbound/stored-events.ts'
import { measureNow } from './prometheus/measure-now.ts'
import { sampleTable } from './servicenow/sample-table.ts'
import { addIssueLink, removeIssueLink, syncIssueLink } from './trackers/link-commands.ts'
import { listIssueLinks, listReviewIssueLinks } from './trackers/queries.ts'

/** Milliseconds for a check that a person waits for; less than the timeout of a response. */
const limitMs = 40_000

export const connectionsApi = [
  route(changes.measureNow, async (ctx, { params }) => ({
    body: { measures: presentMeasures(await measureNow(ctx, params.number)).measures },
  })),
  route(connections.checkConnection, async (ctx, { params }) => {
    const { checked_at, steps } = await checkConnection(ctx, params.id, allConnectors, limitMs)
    return { body: { checked_at, steps: [...steps] } }
  }),
  routeTo(connections.retryEvent, (ctx, { params }) => retryEvent(ctx, params.id, params.event)),
  routeTo(connections.updateConnection, (ctx, { params, body }) => updateConnection(ctx, params.id, body)),
  routeTo(connections.deleteConnection, (ctx, { params }) => deleteConnection(ctx, params.id)),
  routeTo(connections.runConnection, (ctx, { params }) => runConnection(ctx, params.id)),
  route(connections.sampleTable, async (ctx, { params }) => {
    const id = await sampleTable(ctx, params.id, params.table)
    return { body: { import_id: id }, location: `/api/app/v1/imports/${id}` }
  }),
  routeTo(connections.settleWrite, (ctx, { params, body }) =>
    resolveWriteConflict(ctx, params.id, params.write, body.decision),
  ),
  routeTo(connections.createConnection, (ctx, { body }) => createConnection(ctx, body)),
  routeTo(improvements.removeIssueLink, (ctx, { params }) => removeIssueLink(ctx, params.id, params.connection_id)),
  routeTo(improvements.syncIssueLink, (ctx, { params }) => syncIssueLink(ctx, params.id, params.connection_id)),
  routeTo(improvements.listIssueLinks, (ctx, { params }) => listIssueLinks(ctx, params.id)),
  routeTo(improvements.addIssueLink, (ctx, { params, body }) => addIssueLink(ctx, params.id, body)),
  routeToList(improvements.listReviewIssueLinks, (ctx, { params }) => listReviewIssueLinks(ctx, params.reference)),
]
