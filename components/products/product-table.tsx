import { Package } from 'lucide-react'
import { ImportLink } from '#components/layout/import-link.tsx'
import { ButtonLink } from '#components/ui/button-link.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { Pagination } from '#components/ui/pagination.tsx'
import { Caption, Table, TBody, Td, THead, Th, Tr } from '#components/ui/table.tsx'
import { TableRegion } from '#components/ui/table-region.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import type { Product } from '#lib/contracts/products.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'
import { type ProductQuery, productAddress } from './product-address.ts'

const prices = new Intl.NumberFormat('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

type ProductTableProps = { products: readonly Product[]; total: number; query: ProductQuery }

/** The products of interface A, filtered and paged by the address. */
export function ProductTable({ products, total, query }: ProductTableProps) {
  return (
    <div className="flex flex-col gap-3">
      {products.length === 0 ? <NoProducts query={query} /> : <Rows products={products} query={query} />}
      <Pagination
        page={query.page}
        pageSize={query.limit}
        total={total}
        hrefFor={(page) => productAddress(query, { page })}
        noun="products"
      />
    </div>
  )
}

function Rows({ products, query }: { products: readonly Product[]; query: ProductQuery }) {
  return (
    <TableRegion label="Products" height="page">
      <Table stack>
        <Caption>Products</Caption>
        <THead>
          <Tr>
            <Th>Name</Th>
            <Th>Category</Th>
            <Th align="end">Price</Th>
            <Th>Id</Th>
          </Tr>
        </THead>
        <TBody>
          {products.map((product) => (
            <Tr key={product.id}>
              <Td primary className="w-full max-w-0">
                <span className="flex min-w-0 items-baseline gap-x-3 stacked:flex-col">
                  <span className="max-w-full shrink-0 truncate font-medium">{product.name}</span>
                  <span
                    data-tooltip={product.description}
                    data-tooltip-cut=""
                    className="max-w-full truncate text-xs font-normal text-muted stacked:whitespace-normal"
                  >
                    {product.description}
                  </span>
                </span>
              </Td>
              <Td label="Category" className="whitespace-nowrap">
                <TextLink href={productAddress(query, { category: product.category })}>{product.category}</TextLink>
              </Td>
              <Td label="Price" align="end" className="tabular-nums">
                {prices.format(product.price)}
              </Td>
              <Td label="Id" className="font-mono text-xs whitespace-nowrap text-muted">
                {product.id}
              </Td>
            </Tr>
          ))}
        </TBody>
      </Table>
    </TableRegion>
  )
}

function NoProducts({ query }: { query: ProductQuery }) {
  const isFiltered = query.category !== undefined || query.min_price !== undefined || query.max_price !== undefined
  if (isFiltered || query.page > 1) {
    return (
      <EmptyState
        icon={Package}
        title={isFiltered ? 'No products match these filters' : 'This page is past the end'}
        action={<ButtonLink href={pagePaths.products}>Show all products</ButtonLink>}
      />
    )
  }
  return (
    <EmptyState icon={Package} title="No products yet" action={<ImportLink kind="products" />}>
      A manager imports them from a file of your catalogue.
    </EmptyState>
  )
}
