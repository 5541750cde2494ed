import { Package } from 'lucide-react'
import { ImportLink } from '#components/layout/import-link.tsx'
import { ListCells, ListHeaders, listTable, pickColumns, type ShownColumns } from '#components/list/list-column.tsx'
import { ButtonLink } from '#components/ui/button-link.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { Pagination } from '#components/ui/pagination.tsx'
import { Caption, Table, TBody, THead, Tr } from '#components/ui/table.tsx'
import { TableRegion } from '#components/ui/table-region.tsx'
import type { Product } from '#lib/contracts/products.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'
import { type ProductQuery, productAddress } from './product-address.ts'
import { productColumns } from './product-columns.tsx'

type ProductTableProps = { products: readonly Product[]; total: number; query: ProductQuery; shown: ShownColumns }

/** The products of interface A, filtered and paged by the address. */
export function ProductTable({ products, total, query, shown }: ProductTableProps) {
  return (
    <div className="flex flex-col gap-3">
      {products.length === 0 ? <NoProducts query={query} /> : <Rows products={products} query={query} shown={shown} />}
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

function Rows({ products, query, shown }: Omit<ProductTableProps, 'total'>) {
  const columns = pickColumns(productColumns, shown)
  const { region, table } = listTable(shown)
  return (
    <TableRegion label="Products" {...region}>
      <Table stack {...table}>
        <Caption>Products</Caption>
        <THead>
          <Tr>
            <ListHeaders columns={columns} sort={undefined} hrefFor={() => ''} />
          </Tr>
        </THead>
        <TBody>
          {products.map((product) => (
            <Tr key={product.id}>
              <ListCells columns={columns} row={product} extra={query} />
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
