import { dehydrate, HydrationBoundary, QueryClient } from '@tanstack/react-query'
import type { Metadata } from 'next'
import { PageHeader } from '#components/layout/page-header.tsx'
import { ProductFilters } from '#components/products/product-filters.tsx'
import { ProductTable } from '#components/products/product-table.tsx'
import { endpointQuery } from '#lib/api/endpoint-query.ts'
import { addressWith, type PageSearchParams, readPageQuery } from '#lib/api/page-query.ts'
import { listProducts } from '#lib/contracts/products.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'
import { getPageContext } from '#server/pages/page-context.ts'
import { prefetch } from '#server/pages/prefetch.ts'
import { resourceList } from '#server/platform/api/list-reply.ts'
import * as products from '#server/products/queries.ts'

export const metadata: Metadata = { title: 'Products' }

export default async function ProductsPage({ searchParams }: { searchParams: Promise<PageSearchParams> }) {
  const query = readPageQuery(listProducts.query, await searchParams)
  const ctx = await getPageContext(addressWith(pagePaths.products, query, { page: query.page }, listProducts.query))
  const client = new QueryClient()
  const [categories] = await Promise.all([
    products.listProductCategories(ctx),
    prefetch(client, listProducts, endpointQuery(listProducts, { query }), async () => {
      return resourceList(await products.listProducts(ctx, query), query).body
    }),
  ])
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <PageHeader title="Products" description="The service catalogue, as in the API." />
      <ProductFilters query={query} categories={categories} />
      <ProductTable query={query} />
    </HydrationBoundary>
  )
}
