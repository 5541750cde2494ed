import { createListPage } from '#app/(dashboard)/list-page.tsx'
import { pickPlace } from '#components/list/list-view.ts'
import { ProductFilters } from '#components/products/product-filters.tsx'
import { productView } from '#components/products/product-view.tsx'
import { listProducts } from '#lib/contracts/products.ts'
import * as products from '#server/products/queries.ts'

export const metadata = { title: productView.title }

export default createListPage(productView, listProducts, products.listProducts, {
  filters: async ({ ctx, query }) => (
    <ProductFilters
      place={pickPlace(productView)}
      query={query}
      categories={await products.listProductCategories(ctx)}
    />
  ),
})
