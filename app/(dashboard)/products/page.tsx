import type { Metadata } from 'next'
import { PageHeader } from '#components/layout/page-header.tsx'
import { ProductFilters } from '#components/products/product-filters.tsx'
import { ProductTable } from '#components/products/product-table.tsx'
import { addressWith, type PageSearchParams, readPageQuery } from '#lib/api/page-query.ts'
import { listProducts } from '#lib/contracts/products.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'
import { getPageContext } from '#server/pages/page-context.ts'
import * as products from '#server/products/queries.ts'

export const metadata: Metadata = { title: 'Products' }

export default async function ProductsPage({ searchParams }: { searchParams: Promise<PageSearchParams> }) {
  const query = readPageQuery(listProducts.query, await searchParams)
  const ctx = await getPageContext(addressWith(pagePaths.products, query, { page: query.page }, listProducts.query))
  const [categories, { rows, total }] = await Promise.all([
    products.listProductCategories(ctx),
    products.listProducts(ctx, query),
  ])
  return (
    <>
      <PageHeader title="Products" description="The service catalogue." />
      <ProductFilters query={query} categories={categories} />
      <ProductTable products={rows} total={total} query={query} />
    </>
  )
}
