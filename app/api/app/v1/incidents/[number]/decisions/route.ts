import * as contract from '#lib/contracts/app/incident-decisions.ts'
import { listIncidentDecisions } from '#server/incidents/decisions.ts'
import { route } from '#server/platform/api/route.ts'

export const GET = route(contract.listIncidentDecisions, async (ctx, { params }) => ({
  body: { result: await listIncidentDecisions(ctx, params.number) },
}))
