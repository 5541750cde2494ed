import * as changes from '#lib/contracts/app/changes.ts'
import { routeToList } from '#server/platform/api/route.ts'
import { listIncidentDecisions } from './decisions.ts'

export const incidentsApi = [
  routeToList(changes.listIncidentDecisions, (ctx, { params }) => listIncidentDecisions(ctx, params.number)),
]
