import { FileQuestion, FilterX } from 'lucide-react'
import { Fragment, type ReactNode } from 'react'
import { ImportLink } from '#components/layout/navigation/import-link.tsx'
import { RowKeys } from '#components/layout/shortcuts/row-keys.tsx'
import { ButtonLink } from '#components/ui/button-link.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { Pagination } from '#components/ui/table/pagination.tsx'
import { DataCells, TableFrame, Tr } from '#components/ui/table/table.tsx'
import { TableRegion } from '#components/ui/table/table-region.tsx'
import type { FilterError } from '#lib/filter/parse.ts'
import { ListHeaders, pickColumns, type ShownColumns } from './list-column.tsx'
import { type ListQuery, type ListView, listHref, listNarrowingParameters } from './list-view.ts'

type ListTableProps<Row, Query extends ListQuery> = {
  view: ListView<Row, Query>
  rows: readonly Row[]
  total: number
  query: Query
  shown?: ShownColumns
  sort?: string | undefined
  /** Heading before the columns, for a cell that `row` adds. */
  lead?: ReactNode
  tail?: ReactNode
  row?: (row: Row, cells: ReactNode) => ReactNode
  empty?: ReactNode
  children?: ReactNode
}

export function ListTable<Row, Query extends ListQuery>(props: ListTableProps<Row, Query>) {
  const { view, rows, total, query, children, empty } = props
  return (
    <div className="flex flex-col gap-3">
      {view.opensRows ? <RowKeys noun={view.noun[0]} /> : null}
      <div data-rows="" className="flex flex-col gap-3">
        {rows.length > 0
          ? (children ?? <Rows {...props} />)
          : ((total === 0 ? empty : null) ?? <NoRows view={view} total={total} query={query} />)}
      </div>
      <Pagination
        page={query.page}
        pageSize={query.limit}
        total={total}
        hrefFor={(page) => listHref(view, query, { page })}
        noun={view.noun}
      />
    </div>
  )
}

function Rows<Row, Query extends ListQuery>({
  view,
  rows,
  query,
  shown = showAllColumns(view),
  sort = view.sort,
  lead,
  tail,
  row: renderRow = (_, cells) => <Tr className={view.rowClass}>{cells}</Tr>,
}: ListTableProps<Row, Query>) {
  const columns = pickColumns(view.columns, shown)
  const name = view.caption ?? view.title
  return (
    <TableRegion label={name} height={shown.isChosen ? 'viewport' : 'page'}>
      <TableFrame
        label={name}
        stack
        className="[&_:is(td,th)]:px-2"
        head={
          <>
            {lead}
            <ListHeaders
              columns={columns}
              sort={query.sort ?? sort}
              hrefFor={(next) => listHref(view, query, { sort: next })}
            />
            {tail}
          </>
        }
      >
        {rows.map((row) => (
          <Fragment key={String(row[view.key])}>
            {renderRow(row, <DataCells columns={columns} row={row} extra={query} />)}
          </Fragment>
        ))}
      </TableFrame>
    </TableRegion>
  )
}

/** All columns in their declared order, for a list where nobody chooses columns. */
export const showAllColumns = ({ columns }: { columns: readonly { id: string }[] }): ShownColumns => ({
  ids: columns.map(({ id }) => id),
  isChosen: false,
})

type NoRowsProps<Row, Query extends ListQuery> = Pick<ListTableProps<Row, Query>, 'view' | 'total' | 'query'>

function NoRows<Row, Query extends ListQuery>({ view, total, query }: NoRowsProps<Row, Query>) {
  const [, nouns] = view.noun
  const narrowing = listNarrowingParameters(query)
  if (total > 0) return <PastEnd firstHref={listHref(view, query, { page: 1 })} />
  if (narrowing.length > 0) {
    const isSearch = narrowing.every((name) => name === 'search' || name === 'q')
    return (
      <EmptyState
        icon={FilterX}
        title={`No ${nouns} match ${isSearch ? 'this search' : 'these filters'}`}
        action={<ButtonLink href={view.path}>Show all {nouns}</ButtonLink>}
      >
        {(isSearch && view.search?.hint) || 'Remove a filter, or search for fewer words.'}
      </EmptyState>
    )
  }
  const { icon, title = `No ${nouns} yet`, text, imports } = view.empty
  return (
    <EmptyState icon={icon} title={title} action={imports ? <ImportLink kind={imports} /> : undefined}>
      {text}
    </EmptyState>
  )
}

const PastEnd = ({ firstHref }: { firstHref: string }) => (
  <EmptyState
    icon={FileQuestion}
    title="This page is past the end"
    action={<ButtonLink href={firstHref}>Go to the first page</ButtonLink>}
  />
)

type InvalidFilterProps = { error: FilterError; clearHref: string }

/** Replaces a list whose filter is invalid; the API rejects it with the same message. */
export function InvalidFilter({ error: { line, column, message }, clearHref }: InvalidFilterProps) {
  return (
    <EmptyState
      icon={FilterX}
      title="This filter is not valid"
      action={<ButtonLink href={clearHref}>Remove the filter</ButtonLink>}
    >
      Line {line}, column {column}: {message}
    </EmptyState>
  )
}
