import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { QueryStates } from '#components/layout/query-states.tsx'
import { cx } from '#components/ui/class-names.ts'
import { Skeleton, SkeletonRegion } from '#components/ui/skeleton.tsx'
import { thClass } from '#components/ui/table/table.tsx'
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
      what={`the ${(view.caption ?? view.title).toLowerCase()}`}
      skeleton={<TableSkeleton columns={pickColumns(view.columns, shown).map(({ label }) => label)} />}
    >
      {children}
    </QueryStates>
  )
}

const widths = ['w-24', 'w-40', 'w-28', 'w-32', 'w-20', 'w-36']

type TableSkeletonProps = { columns: readonly string[]; rows?: number; label?: string }

/** Placeholder rows under the real column names, as high as real rows, so that loading shifts no layout. */
function TableSkeleton({ columns, rows = 10, label = 'Loading the table' }: TableSkeletonProps) {
  return (
    <SkeletonRegion label={label} className="overflow-hidden rounded-lg border border-line bg-surface">
      <table aria-hidden="true" className="w-full border-separate border-spacing-0 text-sm">
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} className={thClass}>
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {Array.from({ length: rows }, (_, row) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows of a skeleton have no identity and never move
            <tr key={row}>
              {columns.map((column, index) => (
                <td key={column} className="h-[33px] border-b border-line px-3">
                  <Skeleton className={cx('h-3 max-w-full', widths[(row + index * 2) % widths.length])} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </SkeletonRegion>
  )
}
