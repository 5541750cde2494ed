import * as contract from '#lib/contracts/users.ts'
import { getUser } from '#server/people/queries.ts'
import { route } from '#server/platform/api/route.ts'

export const GET = route(
  contract.getUser,
  async (ctx, { params }) => ({ body: { data: await getUser(ctx, params.id) } }),
  { cache: 'shared' },
)
