import type { ListColumn } from '#components/list/list-column.tsx'
import { listHref } from '#components/list/list-view.ts'
import { TextLink } from '#components/ui/text-link.tsx'
import type { Product } from '#lib/contracts/products.ts'
import { type ProductQuery, productPlace } from './product-place.ts'

const prices = new Intl.NumberFormat('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

export const productColumns: readonly ListColumn<Product, ProductQuery>[] = [
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
          data-tooltip={description}
          data-tooltip-cut=""
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
    cell: ({ category }, query) => <TextLink href={listHref(productPlace, query, { category })}>{category}</TextLink>,
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
