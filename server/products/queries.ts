import { sql } from 'drizzle-orm'
import type { QueryOf } from '#lib/contracts/endpoint.ts'
import type { Page } from '#lib/contracts/pages.ts'
import * as contract from '#lib/contracts/products.ts'
import type { Comparison } from '#lib/filter/syntax-tree.ts'
import { joinWithAnd } from '#server/platform/db/filter-sql.ts'
import { defineList, selectListPage } from '#server/platform/db/list.ts'
import { recordColumns } from '#server/platform/db/record-columns.ts'
import type { Context } from '#server/platform/runtime/context.ts'
import { products } from '#server/schema/directory.ts'
import { categoriesInUse } from './categories.ts'

const productList = defineList({
  table: products,
  columns: recordColumns(products, contract.Product.keyof().options),
  key: 'id',
  sort: 'id',
})

export function listProducts(
  ctx: Context,
  input: QueryOf<typeof contract.listProducts>,
): Promise<Page<contract.Product>> {
  const { category, min_price: from, max_price: to } = input
  const price = { kind: 'comparison', field: 'price', type: 'number' } as const
  const comparisons: (Comparison | undefined)[] = [
    category === undefined
      ? undefined
      : { kind: 'comparison', field: 'category', type: 'text', operator: '=', values: [category] },
    from === undefined ? undefined : { ...price, operator: '>=', values: [from] },
    to === undefined ? undefined : { ...price, operator: '<=', values: [to] },
  ]
  return selectListPage(ctx.db, productList, { ...input, filter: joinWithAnd(comparisons) })
}

/** Lists the categories in use, in order; at most 200. */
export async function listProductCategories(ctx: Context): Promise<string[]> {
  const { rows } = await ctx.db.execute<{ value: string }>(
    sql`with recursive ${categoriesInUse} select value from categories where value is not null limit 200`,
  )
  return rows.map(({ value }) => value)
}
