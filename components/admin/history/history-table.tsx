'use client'

import { useQuery } from '@tanstack/react-query'
import { History } from 'lucide-react'
import { QueryStates } from '#components/layout/query-states.tsx'
import { ButtonLink } from '#components/ui/button-link.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { Pagination } from '#components/ui/pagination.tsx'
import { Caption, Table, TBody, THead, Th, Tr } from '#components/ui/table.tsx'
import { TableRegion } from '#components/ui/table-region.tsx'
import { TableSkeleton } from '#components/ui/table-skeleton.tsx'
import { endpointQuery } from '#lib/api/endpoint-query.ts'
import type { HistoryEvent } from '#lib/contracts/app/history.ts'
import { listHistory } from '#lib/contracts/routes.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'
import { EventRow } from './event-row.tsx'
import { type HistoryQuery, historyAddress } from './history-address.ts'

const columns = ['When', 'Who', 'What'] as const

/** The history entries selected by the address, newest first. */
export function HistoryTable({ query, isAdmin }: { query: HistoryQuery; isAdmin: boolean }) {
  const history = useQuery(endpointQuery(listHistory, { query }))
  return (
    <QueryStates
      query={history}
      failure="The history could not be loaded"
      skeleton={<TableSkeleton columns={columns} />}
    >
      {({ result, total_count: total }) => (
        <div className="flex flex-col gap-3">
          {result.length === 0 ? <NoEvents total={total} query={query} /> : <Rows events={result} isAdmin={isAdmin} />}
          <Pagination
            page={query.page}
            pageSize={query.limit}
            total={total}
            hrefFor={(page) => historyAddress(query, { page })}
            noun="entries"
          />
        </div>
      )}
    </QueryStates>
  )
}

function Rows({ events, isAdmin }: { events: readonly HistoryEvent[]; isAdmin: boolean }) {
  return (
    <TableRegion label="History" height="viewport">
      <Table stack>
        <Caption>History</Caption>
        <THead>
          <Tr>
            {columns.map((column) => (
              <Th key={column}>{column}</Th>
            ))}
          </Tr>
        </THead>
        <TBody>
          {events.map((event) => (
            <EventRow key={event.id} event={event} isAdmin={isAdmin} />
          ))}
        </TBody>
      </Table>
    </TableRegion>
  )
}

function NoEvents({ total, query }: { total: number; query: HistoryQuery }) {
  const { page, limit: _limit, ...filters } = query
  const isFiltered = Object.keys(filters).length > 0
  return (
    <EmptyState
      icon={History}
      title={total > 0 ? 'This page is past the end' : isFiltered ? 'No entries match these filters' : 'No entries yet'}
      action={
        isFiltered || page > 1 ? <ButtonLink href={pagePaths.history}>Show the whole history</ButtonLink> : undefined
      }
    />
  )
}
