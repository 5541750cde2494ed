import * as writeContract from '#lib/contracts/incident-writes.ts'
import * as contract from '#lib/contracts/incidents.ts'
import { getIncident } from '#server/incidents/queries.ts'
import { toPutRecordResult, toRecordResult } from '#server/platform/api/list-result.ts'
import { route } from '#server/platform/api/route.ts'
import { putIncident } from '#server/reviews/api-writes/put-incident.ts'

export const GET = route(
  contract.getIncident,
  async (ctx, { params }) => toRecordResult(await getIncident(ctx, params.number)),
  { cache: 'shared' },
)

export const PUT = route(writeContract.putIncident, async (ctx, { params: { number }, body, ...condition }) =>
  toPutRecordResult(
    await putIncident(ctx, number, body, condition),
    `/api/itsm/v1/incidents/${encodeURIComponent(number)}`,
  ),
)
