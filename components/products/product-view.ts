import { Package } from 'lucide-react'
import type { ListView } from '#components/list/list-view.ts'
import type { Product } from '#lib/contracts/products.ts'
import { productColumns } from './product-columns.tsx'
import { type ProductQuery, productPlace } from './product-place.ts'

export const productView: ListView<Product, ProductQuery> = {
  ...productPlace,
  title: 'Products',
  description: 'The service catalogue.',
  key: 'id',
  columns: productColumns,
  layout: 'products',
  empty: { icon: Package, text: 'A manager imports them from a file of your catalogue.', imports: 'products' },
}
