'use client'

import { useQuery } from '@tanstack/react-query'
import { ClipboardCheck, FilterX } from 'lucide-react'
import { useMemo } from 'react'
import { SelectAll } from '#components/bulk/select-cells.tsx'
import { SelectionBar } from '#components/bulk/selection-bar.tsx'
import { useSelection } from '#components/bulk/use-selection.ts'
import { ImportLink } from '#components/layout/import-link.tsx'
import { QueryStates } from '#components/layout/query-states.tsx'
import { useRowKeys } from '#components/layout/use-row-keys.ts'
import { ListHeaders, listTable, pickColumns, type ShownColumns } from '#components/list/list-column.tsx'
import { useRememberList } from '#components/next-review/use-remember-list.ts'
import { hasOpenReview } from '#components/records/change-labels.ts'
import { ButtonLink } from '#components/ui/button-link.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { Pagination } from '#components/ui/table/pagination.tsx'
import { PastEnd } from '#components/ui/table/past-end.tsx'
import { Caption, Table, TBody, THead, Tr } from '#components/ui/table/table.tsx'
import { TableRegion } from '#components/ui/table/table-region.tsx'
import { TableSkeleton } from '#components/ui/table/table-skeleton.tsx'
import { endpointQuery } from '#lib/api/endpoint-query.ts'
import { type QueueQuery, queueAddress, queueInput } from '#lib/api/queue-address.ts'
import type { QueueEntry } from '#lib/contracts/app/queue.ts'
import { listQueue } from '#lib/contracts/routes.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'
import { queueColumns } from './queue-columns.tsx'
import { QueueRow } from './queue-row.tsx'

type QueueTableProps = { query: QueueQuery; shown: ShownColumns; canManage: boolean }

/** The changes selected by the address, with the status of their reviews. */
export function QueueTable({ query, shown, canManage }: QueueTableProps) {
  const queue = useQuery(endpointQuery(listQueue, { query: queueInput(query) }))
  useRowKeys('change')
  return (
    <QueryStates
      query={queue}
      failure="The changes could not be loaded"
      skeleton={<TableSkeleton columns={pickColumns(queueColumns, shown).map(({ label }) => label)} />}
    >
      {({ result, total_count: total }) => (
        <div className="flex flex-col gap-3">
          {result.length === 0 ? (
            <NoChanges query={query} total={total} />
          ) : (
            <Rows entries={result} query={query} shown={shown} canManage={canManage} />
          )}
          <Pagination
            page={query.page}
            pageSize={query.limit}
            total={total}
            hrefFor={(page) => queueAddress(query, { page })}
            noun="changes"
          />
        </div>
      )}
    </QueryStates>
  )
}

type RowsProps = QueueTableProps & { entries: readonly QueueEntry[] }

function Rows({ entries, query, shown, canManage }: RowsProps) {
  const open = useMemo(() => entries.filter(hasOpenReview).map(({ number }) => number), [entries])
  useRememberList({
    href: queueAddress(query, { page: query.page }),
    query: queueInput(query),
    numbers: entries.map(({ number }) => number),
  })
  const chosen = useSelection(open)
  const selection = canManage && open.length > 0 ? chosen : null
  const columns = pickColumns(queueColumns, shown)
  const { region, table } = listTable(shown)
  return (
    <>
      <TableRegion label="Changes" {...region}>
        <Table stack {...table}>
          <Caption>Changes</Caption>
          <THead>
            <Tr>
              {selection ? (
                <SelectAll label="Select all open reviews on this page" numbers={open} selection={selection} />
              ) : null}
              <ListHeaders
                columns={columns}
                sort={queueInput(query).sort}
                hrefFor={(sort) => queueAddress(query, { sort: sort as QueueQuery['sort'] })}
              />
            </Tr>
          </THead>
          <TBody>
            {entries.map((entry) => (
              <QueueRow key={entry.number} entry={entry} columns={columns} selection={selection} />
            ))}
          </TBody>
        </Table>
      </TableRegion>
      {selection ? <SelectionBar selection={selection} /> : null}
    </>
  )
}

function NoChanges({ query, total }: { query: QueueQuery; total: number }) {
  const isFiltered = query.query !== undefined || query.search !== undefined
  if (total > 0) return <PastEnd firstHref={queueAddress(query, { page: 1 })} />
  if (isFiltered) {
    return (
      <EmptyState
        icon={FilterX}
        title="No changes match these filters"
        action={<ButtonLink href={pagePaths.changes}>Show all changes</ButtonLink>}
      >
        Remove a filter above, or search for fewer words.
      </EmptyState>
    )
  }
  return (
    <EmptyState icon={ClipboardCheck} title="No changes yet" action={<ImportLink kind="changes" />}>
      A manager imports them from a file of your ITSM system.
    </EmptyState>
  )
}
