import * as contract from '#lib/contracts/changes.ts'
import { listChanges } from '#server/changes/list-changes.ts'
import { recordList } from '#server/platform/api/list-reply.ts'
import { route } from '#server/platform/api/route.ts'

export const GET = route(
  contract.listChanges,
  async (ctx, { query }) => recordList(await listChanges(ctx, query), query),
  { cache: 'shared' },
)
