import { listIncidentDecisions } from '#lib/contracts/app/incident-decisions.ts'
import * as decisions from '#server/incidents/decisions.ts'
import { route } from '#server/platform/api/route.ts'

export const GET = route(listIncidentDecisions, async (ctx, { params }) => ({
  body: { result: await decisions.listIncidentDecisions(ctx, params.number) },
}))
