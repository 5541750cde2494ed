import { listIncidents } from '#lib/contracts/incidents.ts'
import * as incidents from '#server/incidents/queries.ts'
import { recordList } from '#server/platform/api/list-reply.ts'
import { route } from '#server/platform/api/route.ts'

export const GET = route(
  listIncidents,
  async (ctx, { query }) => recordList(await incidents.listIncidents(ctx, query), query),
  { cache: 'shared' },
)
