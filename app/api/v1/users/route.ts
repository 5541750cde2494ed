import * as contract from '#lib/contracts/users.ts'
import { listUsers } from '#server/people/queries.ts'
import { toResourceList } from '#server/platform/api/list-result.ts'
import { route } from '#server/platform/api/route.ts'

export const GET = route(
  contract.listUsers,
  async (ctx, { query }) => toResourceList(await listUsers(ctx, query), query),
  {
    cache: 'shared',
  },
)
