import * as contract from '#lib/contracts/products.ts'
import { resourceList } from '#server/platform/api/list-reply.ts'
import { route } from '#server/platform/api/route.ts'
import { listProducts } from '#server/products/queries.ts'

export const GET = route(
  contract.listProducts,
  async (ctx, { query }) => resourceList(await listProducts(ctx, query), query),
  { cache: 'shared' },
)
