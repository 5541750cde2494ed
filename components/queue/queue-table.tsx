'use client'

import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { SelectAll, SelectBox, selectCellClass } from '#components/bulk/select-cells.tsx'
import { SelectionBar } from '#components/bulk/selection-bar.tsx'
import { useSelection } from '#components/bulk/use-selection.ts'
import type { ShownColumns } from '#components/list/list-column.tsx'
import { ListTable } from '#components/list/list-table.tsx'
import { listHref } from '#components/list/list-view.ts'
import { LiveList } from '#components/list/live-list.tsx'
import { toRowId, useRememberList } from '#components/next-review/remembered-list.ts'
import { hasOpenReview } from '#components/records/change-labels.ts'
import { cx } from '#components/ui/class-names.ts'
import { Td, Tr } from '#components/ui/table/table.tsx'
import { endpointQuery } from '#lib/api/endpoint-query.ts'
import { type QueueQuery, queueInput } from '#lib/api/queue-href.ts'
import type { QueueEntry } from '#lib/contracts/app/queue.ts'
import { listQueue } from '#lib/contracts/routes.ts'
import { queueView } from './queue-view.tsx'

type QueueTableProps = { query: QueueQuery; shown: ShownColumns; canManage: boolean }

/** The changes selected by the URL, with the status of their reviews. */
export function QueueTable(props: QueueTableProps) {
  const queue = useQuery(endpointQuery(listQueue, { query: queueInput(props.query) }))
  return (
    <LiveList view={queueView} shown={props.shown} data={queue}>
      {({ result, total_count: total }) => <Changes {...props} entries={result} total={total} />}
    </LiveList>
  )
}

type ChangesProps = QueueTableProps & { entries: readonly QueueEntry[]; total: number }

/** Table of changes; those with an open review can be selected. */
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
