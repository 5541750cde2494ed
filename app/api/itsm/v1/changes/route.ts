import { listChanges } from '#lib/contracts/changes.ts'
import * as changes from '#server/changes/list-changes.ts'
import { recordList } from '#server/platform/api/list-reply.ts'
import { route } from '#server/platform/api/route.ts'

export const GET = route(
  listChanges,
  async (ctx, { query }) => recordList(await changes.listChanges(ctx, query), query),
  { cache: 'shared' },
)
