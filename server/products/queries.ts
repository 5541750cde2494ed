import { and, asc, eq, gte, lte } from 'drizzle-orm'
import type { QueryOf } from '#lib/contracts/endpoint.ts'
import type { Page } from '#lib/contracts/pages.ts'
import type * as contract from '#lib/contracts/products.ts'
import type { Context } from '#server/context.ts'
import { products } from '#server/db/schema/directory.ts'
import { selectPage } from '#server/db/select-page.ts'

const columns = {
  id: products.id,
  name: products.name,
  description: products.description,
  price: products.price,
  category: products.category,
}

export function listProducts(
  ctx: Context,
  input: QueryOf<typeof contract.listProducts>,
): Promise<Page<contract.Product>> {
  const where = and(
    input.category === undefined ? undefined : eq(products.category, input.category),
    input.min_price === undefined ? undefined : gte(products.price, input.min_price),
    input.max_price === undefined ? undefined : lte(products.price, input.max_price),
  )
  return selectPage(ctx.db, { from: products, columns, where, orderBy: [asc(products.id)], page: input })
}

/** The categories in use, in order; at most 200. */
export async function listProductCategories(ctx: Context): Promise<string[]> {
  const rows = await ctx.db
    .selectDistinct({ category: products.category })
    .from(products)
    .orderBy(asc(products.category))
    .limit(200)
  return rows.map(({ category }) => category)
}
