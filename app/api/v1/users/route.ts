import * as contract from '#lib/contracts/users.ts'
import { listUsers } from '#server/people/queries.ts'
import { resourceList } from '#server/platform/api/list-reply.ts'
import { route } from '#server/platform/api/route.ts'

export const GET = route(
  contract.listUsers,
  async (ctx, { query }) => resourceList(await listUsers(ctx, query), query),
  {
    cache: 'shared',
  },
)
