import { addressWith } from '#lib/api/page-query.ts'
import type { QueryOf } from '#lib/contracts/endpoint.ts'
import type { listProducts } from '#lib/contracts/products.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'

export type ProductQuery = QueryOf<typeof listProducts>

/** Rows of a page that need not be asked for, as the contract has it. */
const usualLimit = 50

/** The address of the products with some parameters changed. */
export function productAddress(query: ProductQuery, changes: Readonly<Record<string, unknown>>): string {
  return addressWith(pagePaths.products, query, {
    limit: query.limit === usualLimit ? undefined : query.limit,
    ...changes,
  })
}
