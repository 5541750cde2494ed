import { and, eq, gte, lte, type Placeholder, type SQL, sql } from 'drizzle-orm'
import type { QueryOf } from '#lib/contracts/endpoint.ts'
import type { Page } from '#lib/contracts/pages.ts'
import type * as contract from '#lib/contracts/products.ts'
import type { Context } from '#server/context.ts'
import { listOrder } from '#server/db/order-by.ts'
import { products } from '#server/db/schema/directory.ts'
import { selectKeptPage } from '#server/db/select-kept-page.ts'
import { categoriesInUse } from './categories.ts'

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
  const { category, min_price, max_price } = input
  const given = Object.entries({ category, min_price, max_price }).filter(([, value]) => value !== undefined)
  const has = new Set(given.map(([name]) => name))
  const where = (name: string, condition: (value: Placeholder) => SQL) =>
    has.has(name) ? condition(sql.placeholder(name)) : undefined
  const shape = { key: `products ${[...has].join()}`, values: Object.fromEntries(given) }
  const build = () => ({
    from: products,
    columns,
    where: and(
      where('category', (value) => eq(products.category, value)),
      where('min_price', (value) => gte(products.price, value)),
      where('max_price', (value) => lte(products.price, value)),
    ),
    order: listOrder('id', columns, products.id),
  })
  return selectKeptPage(
    ctx.db,
    { lists: ['products'], shape, isFiltered: given.length > 0, isSteady: true, build },
    input,
  )
}

/** The categories in use, in order; at most 200. */
export async function listProductCategories(ctx: Context): Promise<string[]> {
  const { rows } = await ctx.db.execute<{ value: string }>(
    sql`with recursive ${categoriesInUse} select value from categories where value is not null limit 200`,
  )
  return rows.map(({ value }) => value)
}
