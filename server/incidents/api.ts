import * as incidentDecisions from '#lib/contracts/app/incident-decisions.ts'
import { route } from '#server/platform/api/route.ts'
import { listIncidentDecisions } from './decisions.ts'

export const incidentsApi = [
  route(incidentDecisions.listIncidentDecisions, async (ctx, { params }) => ({
    body: { result: await listIncidentDecisions(ctx, params.number) },
  })),
]
