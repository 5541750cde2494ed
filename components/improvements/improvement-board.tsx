'use client'

import { useQueries } from '@tanstack/react-query'
import { QueryStates } from '#components/layout/query-states.tsx'
import { statuses } from '#components/records/improvement-labels.ts'
import { cx } from '#components/ui/class-names.ts'
import { SkeletonText } from '#components/ui/skeleton.tsx'
import type { SuggestedPerson } from '#components/users/person-input.tsx'
import { endpointQuery } from '#lib/api/endpoint-query.ts'
import { buildColumnInput } from '#lib/api/improvement-register.ts'
import type { Improvement } from '#lib/contracts/improvements.ts'
import { listImprovements } from '#lib/contracts/routes.ts'
import { unfinishedStatuses } from '#lib/domain/improvements/improvement-due.ts'
import { BoardColumn } from './board-column.tsx'
import type { RegisterProps } from './register-props.ts'
import { useMoveImprovement } from './use-move-improvement.ts'

/** The actions as a board, with a column for each status that the filters allow. */
export function ImprovementBoard(props: RegisterProps & { people: readonly SuggestedPerson[] }) {
  const { query, reader } = props
  const move = useMoveImprovement()
  const columns = query.due === undefined ? statuses : unfinishedStatuses
  const queries = useQueries({
    queries: columns.map((status) =>
      endpointQuery(listImprovements, { query: buildColumnInput(status, query, reader) }),
    ),
  })
  const all = queries.flatMap(({ data }) => data?.result ?? [])
  const cards = [...new Map(all.map((improvement) => [improvement.id, improvement])).values()]
  const drop = (id: string, status: Improvement['status']) => {
    const dropped = cards.find((improvement) => improvement.id === id)
    if (dropped) move(dropped, status)
  }
  return (
    <div
      data-rows=""
      className={cx('grid items-start gap-3 sm:grid-cols-2', columns === statuses && 'lg:grid-cols-3 xl:grid-cols-5')}
    >
      {columns.map((status, at) => {
        const column = queries[at]
        if (!column) return null
        const loaded = column.data?.result ?? []
        const columnCards = cards.filter((improvement) => improvement.status === status)
        return (
          <QueryStates
            key={status}
            query={column}
            failure="This column could not be loaded"
            skeleton={<SkeletonText lines={6} label="Loading the column" />}
          >
            {({ total_count: total }) => (
              <BoardColumn
                {...props}
                status={status}
                cards={columnCards}
                onDrop={(id) => drop(id, status)}
                total={total + columnCards.length - loaded.length}
              />
            )}
          </QueryStates>
        )
      })}
    </div>
  )
}
