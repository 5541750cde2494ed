'use client'

import { useQuery } from '@tanstack/react-query'
import { Package } from 'lucide-react'
import { QueryStates } from '#components/layout/query-states.tsx'
import { ButtonLink } from '#components/ui/button-link.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { Pagination } from '#components/ui/pagination.tsx'
import { Caption, Table, TBody, Td, THead, Th, Tr } from '#components/ui/table.tsx'
import { TableRegion } from '#components/ui/table-region.tsx'
import { TableSkeleton } from '#components/ui/table-skeleton.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import { endpointQuery } from '#lib/api/endpoint-query.ts'
import type { Product } from '#lib/contracts/products.ts'
import { listProducts } from '#lib/contracts/routes.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'
import { type ProductQuery, productAddress } from './product-address.ts'

const prices = new Intl.NumberFormat('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

/** The products of interface A, filtered and paged by the address. */
export function ProductTable({ query }: { query: ProductQuery }) {
  const products = useQuery(endpointQuery(listProducts, { query }))
  const hrefForPage = (page: number) => productAddress(query, { page })
  return (
    <QueryStates
      query={products}
      failure="The products could not be loaded"
      skeleton={<TableSkeleton columns={['Name', 'Category', 'Price', 'Id']} />}
    >
      {({ data, meta }) => (
        <div className="flex flex-col gap-3">
          {data.length === 0 ? <NoProducts query={query} /> : <Rows products={data} query={query} />}
          <Pagination page={meta.page} pageSize={meta.limit} total={meta.total} hrefFor={hrefForPage} noun="products" />
        </div>
      )}
    </QueryStates>
  )
}

function Rows({ products, query }: { products: readonly Product[]; query: ProductQuery }) {
  return (
    <TableRegion label="Products" height="viewport">
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
              <Td primary>
                <span>
                  <span className="block font-medium">{product.name}</span>
                  <span className="block max-w-[70ch] text-xs font-normal text-muted">{product.description}</span>
                </span>
              </Td>
              <Td label="Category">
                <TextLink href={productAddress(query, { category: product.category })}>{product.category}</TextLink>
              </Td>
              <Td label="Price" align="end" className="tabular-nums">
                {prices.format(product.price)}
              </Td>
              <Td label="Id" className="font-mono text-xs text-muted">
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
    <EmptyState icon={Package} title="No products yet">
      Import them with <code className="font-mono text-ink">npm run import -- products FILE</code>.
    </EmptyState>
  )
}
