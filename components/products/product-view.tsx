import { Package } from 'lucide-react'
import type { ListColumn } from '#components/list/list-column.tsx'
import { type ListPlace, type ListQuery, type ListView, listHref } from '#components/list/list-view.ts'
import { TextLink } from '#components/ui/text-link.tsx'
import type { QueryOf } from '#lib/contracts/endpoint.ts'
import type { listProducts, Product } from '#lib/contracts/products.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'

export type ProductQuery = QueryOf<typeof listProducts> & ListQuery

const place: ListPlace = { path: pagePaths.products, noun: ['product', 'products'], pageSize: 50 }

const prices = new Intl.NumberFormat('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

const columns: readonly ListColumn<Product, ProductQuery>[] = [
  {
    id: 'name',
    label: 'Name',
    fields: ['name', 'description'],
    isPrimary: true,
    cellClass: 'w-full max-w-0',
    cell: ({ name, description }) => (
      <span className="flex min-w-0 items-baseline gap-x-3 stacked:flex-col">
        <span className="max-w-full shrink-0 truncate font-medium">{name}</span>
        <span
          title={description}
          className="max-w-full truncate text-xs font-normal text-muted stacked:whitespace-normal"
        >
          {description}
        </span>
      </span>
    ),
  },
  {
    id: 'category',
    label: 'Category',
    fields: ['category'],
    cellClass: 'whitespace-nowrap',
    cell: ({ category }, query) => <TextLink href={listHref(place, query, { category })}>{category}</TextLink>,
  },
  {
    id: 'price',
    label: 'Price',
    fields: ['price'],
    align: 'end',
    cellClass: 'tabular-nums',
    cell: ({ price }) => prices.format(price),
  },
  {
    id: 'id',
    label: 'Id',
    fields: ['id'],
    cellClass: 'font-mono text-xs whitespace-nowrap text-muted',
    cell: ({ id }) => id,
  },
]

export const productView: ListView<Product, ProductQuery> = {
  ...place,
  title: 'Products',
  description: 'The service catalogue.',
  key: 'id',
  columns,
  hasColumnChoice: true,
  empty: { icon: Package, text: 'A manager imports them from a file of your catalogue.', imports: 'products' },
}
