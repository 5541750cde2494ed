import { listProducts } from '#lib/contracts/products.ts'
import { resourceList } from '#server/platform/api/list-reply.ts'
import { route } from '#server/platform/api/route.ts'
import * as products from '#server/products/queries.ts'

export const GET = route(
  listProducts,
  async (ctx, { query }) => resourceList(await products.listProducts(ctx, query), query),
  { cache: 'shared' },
)
