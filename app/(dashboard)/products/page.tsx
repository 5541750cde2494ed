import type { Metadata } from 'next'
import { PageHeader } from '#components/layout/page-header.tsx'
import { ColumnChooser } from '#components/list/column-chooser.tsx'
import { chooserColumns, showColumns, shownFields } from '#components/list/column-model.ts'
import { ExportMenu } from '#components/list/export-menu.tsx'
import { productAddress } from '#components/products/product-address.ts'
import { productColumns } from '#components/products/product-columns.tsx'
import { ProductFilters } from '#components/products/product-filters.tsx'
import { ProductTable } from '#components/products/product-table.tsx'
import { LayoutQuery } from '#lib/api/layout-query.ts'
import { addressWith, type PageSearchParams, readPageQuery } from '#lib/api/page-query.ts'
import { listProducts } from '#lib/contracts/products.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'
import { readListLayout } from '#server/pages/list-layout.ts'
import { getPageContext } from '#server/pages/page-context.ts'
import * as products from '#server/products/queries.ts'

export const metadata: Metadata = { title: 'Products' }

export default async function ProductsPage({ searchParams }: { searchParams: Promise<PageSearchParams> }) {
  const params = await searchParams
  const query = { ...readPageQuery(listProducts.query, params), ...readPageQuery(LayoutQuery, params) }
  const ctx = await getPageContext(addressWith(pagePaths.products, query, { page: query.page }, listProducts.query))
  const [layout, categories, { rows, total }] = await Promise.all([
    readListLayout(ctx, 'products', query),
    products.listProductCategories(ctx),
    products.listProducts(ctx, query),
  ])
  const shown = showColumns(productColumns, layout)
  return (
    <>
      <PageHeader
        title="Products"
        description="The service catalogue."
        actions={
          <>
            <ColumnChooser
              page="products"
              columns={chooserColumns(productColumns)}
              shown={shown}
              address={productAddress(query, { columns: undefined, density: undefined })}
            />
            <ExportMenu
              path={listProducts.path}
              query={query}
              fields={shownFields(productColumns, shown)}
              total={total}
              noun="products"
            />
          </>
        }
      />
      <ProductFilters query={query} categories={categories} />
      <ProductTable products={rows} total={total} query={query} shown={shown} />
    </>
  )
}
