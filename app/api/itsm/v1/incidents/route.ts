import * as contract from '#lib/contracts/incidents.ts'
import { listIncidents } from '#server/incidents/queries.ts'
import { recordList } from '#server/platform/api/list-reply.ts'
import { route } from '#server/platform/api/route.ts'

export const GET = route(
  contract.listIncidents,
  async (ctx, { query }) => recordList(await listIncidents(ctx, query), query),
  { cache: 'shared' },
)
