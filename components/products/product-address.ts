import type { LayoutQuery } from '#lib/api/layout-query.ts'
import { addressWith } from '#lib/api/page-query.ts'
import type { QueryOf } from '#lib/contracts/endpoint.ts'
import type { listProducts } from '#lib/contracts/products.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'

export type ProductQuery = QueryOf<typeof listProducts> & LayoutQuery

/** The contract's default page size, left out of addresses. */
const defaultLimit = 50

export function productAddress(query: ProductQuery, changes: Readonly<Record<string, unknown>>): string {
  return addressWith(pagePaths.products, query, {
    limit: query.limit === defaultLimit ? undefined : query.limit,
    ...changes,
  })
}
