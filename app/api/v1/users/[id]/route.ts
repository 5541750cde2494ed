import { getUser } from '#lib/contracts/users.ts'
import * as users from '#server/people/queries.ts'
import { route } from '#server/platform/api/route.ts'

export const GET = route(
  getUser,
  async (ctx, { params }) => ({ body: { data: await users.getUser(ctx, params.id) } }),
  { cache: 'shared' },
)
