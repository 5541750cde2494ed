import { getUser } from '#lib/contracts/users.ts'
import { route } from '#server/platform/api/route.ts'
import * as users from '#server/users/queries.ts'

export const GET = route(
  getUser,
  async (ctx, { params }) => ({ body: { data: await users.getUser(ctx, params.id) } }),
  { isSameForAll: true },
)
