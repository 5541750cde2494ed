import { listUsers } from '#lib/contracts/users.ts'
import * as users from '#server/people/queries.ts'
import { resourceList } from '#server/platform/api/list-reply.ts'
import { route } from '#server/platform/api/route.ts'

export const GET = route(listUsers, async (ctx, { query }) => resourceList(await users.listUsers(ctx, query), query), {
  cache: 'shared',
})
