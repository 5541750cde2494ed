import * as contract from '#lib/contracts/changes.ts'
import { listChanges } from '#server/changes/list-changes.ts'
import { toRecordList } from '#server/platform/api/list-result.ts'
import { route } from '#server/platform/api/route.ts'

export const GET = route(
  contract.listChanges,
  async (ctx, { query }) => toRecordList(await listChanges(ctx, query), query),
  { cache: 'shared' },
)
