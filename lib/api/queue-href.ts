import type { listQueue } from '#lib/contracts/app/queue.ts'
import type { QueryOf } from '#lib/contracts/endpoint.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'
import { sectionFilters } from '#lib/review/worklists.ts'

export type QueueQuery = QueryOf<typeof listQueue> & { columns?: string | undefined }

export const queuePlace = { path: pagePaths.changes, noun: ['change', 'changes'], pageSize: 25 } as const

const dueFilters = [sectionFilters.overdue, ...sectionFilters.dueThisWeek]

/** By default the earliest due date comes first if the filter is by due date, else the latest end. */
export function queueInput({ columns: _columns, ...query }: QueueQuery): QueryOf<typeof listQueue> {
  const asksForDue = dueFilters.some((condition) => query.query?.includes(condition))
  return { ...query, sort: query.sort ?? (asksForDue ? 'due_on' : '-actual_end') }
}

/** The query of the counts of the quick filters. */
export const queueCountInput = ({ query, search }: Pick<QueueQuery, 'query' | 'search'>) => ({
  ...(query === undefined ? {} : { query }),
  ...(search === undefined ? {} : { search }),
})
