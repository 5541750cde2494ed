'use client'

import { useQuery } from '@tanstack/react-query'
import { ClipboardCheck, FilterX } from 'lucide-react'
import { useMemo } from 'react'
import { ImportLink } from '#components/layout/import-link.tsx'
import { QueryStates } from '#components/layout/query-states.tsx'
import { SortBy } from '#components/layout/sort-by.tsx'
import { useRowKeys } from '#components/layout/use-row-keys.ts'
import { ButtonLink } from '#components/ui/button-link.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { Pagination } from '#components/ui/pagination.tsx'
import { PastEnd } from '#components/ui/past-end.tsx'
import { Caption, Table, TBody, THead, Th, Tr } from '#components/ui/table.tsx'
import { TableRegion } from '#components/ui/table-region.tsx'
import { TableSkeleton } from '#components/ui/table-skeleton.tsx'
import { SelectAll } from '#components/worklist/select-cells.tsx'
import { SelectionBar } from '#components/worklist/selection-bar.tsx'
import { useRememberList } from '#components/worklist/use-remember-list.ts'
import { useSelection } from '#components/worklist/use-selection.ts'
import { endpointQuery } from '#lib/api/endpoint-query.ts'
import type { QueueEntry } from '#lib/contracts/app/queue.ts'
import { listQueue } from '#lib/contracts/routes.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'
import { type QueueQuery, queueAddress, queueInput } from './queue-address.ts'
import { columnClass } from './queue-columns.ts'
import { hasOpenReview, QueueRow } from './queue-row.tsx'

const columns = ['Change', 'Risk', 'Ended', 'Due', 'Why', 'Reviewer', 'Review', 'Incidents']

/** The changes selected by the address, with the status of their reviews. */
export function QueueTable({ query, canManage }: { query: QueueQuery; canManage: boolean }) {
  const queue = useQuery(endpointQuery(listQueue, { query: queueInput(query) }))
  useRowKeys('change')
  return (
    <QueryStates query={queue} failure="The changes could not be loaded" skeleton={<TableSkeleton columns={columns} />}>
      {({ result, total_count: total }) => (
        <div className="flex flex-col gap-3">
          {result.length === 0 ? (
            <NoChanges query={query} total={total} />
          ) : (
            <Rows entries={result} query={query} canManage={canManage} />
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

type RowsProps = { entries: readonly QueueEntry[]; query: QueueQuery; canManage: boolean }

function Rows({ entries, query, canManage }: RowsProps) {
  const open = useMemo(() => entries.filter(hasOpenReview).map(({ number }) => number), [entries])
  useRememberList({
    href: queueAddress(query, { page: query.page }),
    query: queueInput(query),
    numbers: entries.map(({ number }) => number),
  })
  const chosen = useSelection(open)
  const selection = canManage && open.length > 0 ? chosen : null
  const showsReviews = entries.some(({ review_reference: reference }) => reference !== null)
  const hrefFor = (sort: string) => queueAddress(query, { sort: sort as QueueQuery['sort'] })
  const sorted = { sort: queueInput(query).sort, hrefFor }
  return (
    <>
      <TableRegion label="Changes" height="page">
        <Table stack className="[&_:is(td,th)]:px-2">
          <Caption>Changes</Caption>
          <THead>
            <Tr>
              {selection ? (
                <SelectAll label="Select all open reviews on this page" numbers={open} selection={selection} />
              ) : null}
              <SortBy field="number" {...sorted}>
                Change
              </SortBy>
              <SortBy field="risk" className={columnClass.risk} {...sorted}>
                Risk
              </SortBy>
              <Th className={columnClass.services}>Services</Th>
              <Th className={columnClass.implementer}>Implementer</Th>
              <SortBy field="actual_end" className={columnClass.ended} {...sorted}>
                Ended
              </SortBy>
              {showsReviews ? (
                <>
                  <SortBy field="due_on" {...sorted}>
                    Due
                  </SortBy>
                  <Th className={columnClass.why}>Why</Th>
                  <Th>Reviewer</Th>
                </>
              ) : null}
              <Th>Review</Th>
              <Th align="end">Incidents</Th>
            </Tr>
          </THead>
          <TBody>
            {entries.map((entry) => (
              <QueueRow key={entry.number} entry={entry} showsReviews={showsReviews} selection={selection} />
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
