import { listChanges } from '#lib/contracts/changes.ts'
import * as changes from '#server/changes/queries.ts'
import { recordList } from '#server/http/list-reply.ts'
import { route } from '#server/http/route.ts'

export const GET = route(
  listChanges,
  async (ctx, { query }) => recordList(await changes.listChanges(ctx, query), query),
  { isSameForAll: true },
)
