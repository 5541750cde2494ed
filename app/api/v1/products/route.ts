import * as contract from '#lib/contracts/products.ts'
import { toResourceList } from '#server/platform/api/list-result.ts'
import { route } from '#server/platform/api/route.ts'
import { listProducts } from '#server/products/queries.ts'

export const GET = route(
  contract.listProducts,
  async (ctx, { query }) => toResourceList(await listProducts(ctx, query), query),
  { cache: 'shared' },
)
