import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { QueryStates } from '#components/layout/query-states.tsx'
import { TableSkeleton } from '#components/ui/table/table-skeleton.tsx'
import { pickColumns, type ShownColumns } from './list-column.tsx'
import type { ListQuery, ListView } from './list-view.ts'

type LiveListProps<Row, Query extends ListQuery, Data> = {
  view: ListView<Row, Query>
  shown: ShownColumns
  data: UseQueryResult<Data>
  children: (data: Data) => ReactNode
}

/** A list that the browser reads: skeleton, error or rows. */
export function LiveList<Row, Query extends ListQuery, Data>(props: LiveListProps<Row, Query, Data>) {
  const { view, shown, data, children } = props
  return (
    <QueryStates
      query={data}
      failure={`The ${(view.caption ?? view.title).toLowerCase()} could not be loaded`}
      skeleton={<TableSkeleton columns={pickColumns(view.columns, shown).map(({ label }) => label)} />}
    >
      {children}
    </QueryStates>
  )
}
