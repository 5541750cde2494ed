import { putIncident } from '#lib/contracts/incident-writes.ts'
import { getIncident } from '#lib/contracts/incidents.ts'
import * as incidents from '#server/incidents/queries.ts'
import { putReply, recordReply } from '#server/platform/api/record-reply.ts'
import { route } from '#server/platform/api/route.ts'
import * as commands from '#server/reviews/api-writes/put-incident.ts'

export const GET = route(
  getIncident,
  async (ctx, { params }) => recordReply(await incidents.getIncident(ctx, params.number)),
  { cache: 'shared' },
)

export const PUT = route(putIncident, async (ctx, { params: { number }, body, ...condition }) =>
  putReply(
    await commands.putIncident(ctx, number, body, condition),
    `/api/itsm/v1/incidents/${encodeURIComponent(number)}`,
  ),
)
