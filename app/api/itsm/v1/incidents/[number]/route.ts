import { getIncident } from '#lib/contracts/incidents.ts'
import * as incidents from '#server/incidents/queries.ts'
import { route } from '#server/platform/api/route.ts'

export const GET = route(
  getIncident,
  async (ctx, { params }) => ({ body: await incidents.getIncident(ctx, params.number) }),
  { isSameForAll: true },
)
