import { listIncidents } from '#lib/contracts/incidents.ts'
import { recordList } from '#server/http/list-reply.ts'
import { route } from '#server/http/route.ts'
import * as incidents from '#server/incidents/queries.ts'

export const GET = route(
  listIncidents,
  async (ctx, { query }) => recordList(await incidents.listIncidents(ctx, query), query),
  { isSameForAll: true },
)
