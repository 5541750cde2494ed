'use client'

import { useQuery } from '@tanstack/react-query'
import { type ComponentProps, useMemo } from 'react'
import { SelectAll, SelectBox, selectCellClass } from '#components/bulk/select-cells.tsx'
import { SelectionBar } from '#components/bulk/selection-bar.tsx'
import { useSelection } from '#components/bulk/use-selection.ts'
import { QueryStates } from '#components/layout/query-states.tsx'
import type { ShownColumns } from '#components/list/list-column.tsx'
import { ListFilters } from '#components/list/list-filter-tools.tsx'
import { ListTable } from '#components/list/list-table.tsx'
import { listHref } from '#components/list/list-view.ts'
import { toRowId, useRememberList } from '#components/next-review/remembered-list.ts'
import { hasOpenReview } from '#components/records/change-labels.ts'
import { cx } from '#components/ui/class-names.ts'
import { Td, Tr } from '#components/ui/table/table.tsx'
import { endpointQuery } from '#lib/api/endpoint-query.ts'
import { type QueueQuery, queueCountInput, queueInput, queuePlace } from '#lib/api/queue-href.ts'
import type { QueueEntry } from '#lib/contracts/app/queue.ts'
import { countQueue, listQueue } from '#lib/contracts/routes.ts'
import { listQueueFilterConditions, type QueueFilterKey, queueFilterKeys } from '#lib/review/worklists.ts'
import { queueView } from './queue-view.tsx'

type QueueTableProps = { query: QueueQuery; shown: ShownColumns; canManage: boolean }

export function QueueTable(props: QueueTableProps) {
  const queue = useQuery(endpointQuery(listQueue, { query: queueInput(props.query) }))
  return (
    <QueryStates query={queue} what="the changes" lines={12}>
      {({ result, total_count: total }) => <Changes {...props} entries={result} total={total} />}
    </QueryStates>
  )
}

type ChangesProps = QueueTableProps & { entries: readonly QueueEntry[]; total: number }

function Changes({ entries, total, query, shown, canManage }: ChangesProps) {
  const open = useMemo(() => entries.filter(hasOpenReview).map(({ number }) => number), [entries])
  const input = queueInput(query)
  useRememberList({
    href: listHref(queueView, query, { page: query.page }),
    query: input,
    numbers: entries.map(({ number }) => number),
  })
  const chosen = useSelection(open)
  const selection = canManage && open.length > 0 ? chosen : null
  return (
    <>
      <ListTable
        view={queueView}
        rows={entries}
        total={total}
        query={query}
        shown={shown}
        sort={input.sort}
        lead={
          selection ? (
            <SelectAll label="Select all open reviews on this page" numbers={open} selection={selection} />
          ) : null
        }
        row={(entry, cells) => (
          <Tr
            id={toRowId(entry.number)}
            className={cx(
              'scroll-mt-24 whitespace-nowrap',
              selection && 'stacked:relative stacked:[&>[data-primary]>*]:pr-9',
            )}
            selected={selection?.has(entry.number) ?? false}
          >
            {selection === null ? null : hasOpenReview(entry) ? (
              <Td className={selectCellClass}>
                <SelectBox number={entry.number} selection={selection} />
              </Td>
            ) : (
              <Td className="w-9" />
            )}
            {cells}
          </Tr>
        )}
      />
      {selection ? <SelectionBar selection={selection} /> : null}
    </>
  )
}

const labels: Readonly<Record<QueueFilterKey, string>> = {
  mine: 'My open reviews',
  my_team: 'My team',
  unassigned: 'Unassigned',
  overdue: 'Overdue',
  due_this_week: 'Due this week',
  waiting: 'To sign off',
  waivers: 'Waivers to confirm',
  needs_review: 'Open reviews',
  emergency: 'Emergency',
  high_risk: 'High risk',
  failed: 'Failed',
}

const offer = {
  affected_services: 'services',
  assigned_to: 'people',
  approved_by: 'people',
  reviewer: 'people',
} as const

type QueueFiltersProps = Omit<ComponentProps<typeof ListFilters>, 'place' | 'filter'> & {
  email: string
  teams: readonly string[]
  canManage: boolean
}

export function QueueFilters({ email, teams, canManage, ...props }: QueueFiltersProps) {
  const { data: counts } = useQuery({
    ...endpointQuery(countQueue, { query: queueCountInput(props.query) }),
    enabled: props.reading.ok,
  })
  const conditions = listQueueFilterConditions({ email, teams })
  const quick = queueFilterKeys.flatMap((key) => {
    const keyConditions = key === 'waivers' && !(canManage && counts?.waivers) ? undefined : conditions[key]
    return keyConditions
      ? [{ label: labels[key], conditions: keyConditions, ...(counts && { count: counts[key] }) }]
      : []
  })
  return (
    <ListFilters
      place={queuePlace}
      filter={{ placeholder: 'state = review AND risk IN (high, very_high)', offer, quick }}
      {...props}
    />
  )
}
