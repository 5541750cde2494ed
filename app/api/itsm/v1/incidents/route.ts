import * as contract from '#lib/contracts/incidents.ts'
import { listIncidents } from '#server/incidents/queries.ts'
import { toRecordList } from '#server/platform/api/list-result.ts'
import { route } from '#server/platform/api/route.ts'

export const GET = route(
  contract.listIncidents,
  async (ctx, { query }) => toRecordList(await listIncidents(ctx, query), query),
  { cache: 'shared' },
)
