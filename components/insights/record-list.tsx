import { ListX } from 'lucide-react'
import { Badge } from '#components/ui/badge.tsx'
import { ButtonLink } from '#components/ui/button-link.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { DataTable } from '#components/ui/table/data-table.tsx'
import { Pagination } from '#components/ui/table/pagination.tsx'
import type { DataColumn } from '#components/ui/table/plain-table.tsx'
import { RowLink } from '#components/ui/table/row-link.tsx'
import { LinkedText } from '#components/ui/text/linked-text.tsx'
import { Day } from '#components/ui/time/day.tsx'
import type { MetricName } from '#lib/contracts/app/metric-values.ts'
import type { MetricRecord } from '#lib/contracts/app/metrics.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'

const dayHeadings: Readonly<Record<MetricName, string>> = {
  change_failure_rate: 'Ended',
  caused_incidents: 'Ended',
  rework_rate: 'Ended',
  changes_with_outcome: 'Ended',
  review_completion: 'Ended',
  reviews_in_time: 'First due',
  overdue_reviews: 'Due',
  waived_reviews: 'Closed',
  days_to_review: 'Completed',
  actions_in_time: 'Due',
  overridden_proposals: 'Completed',
}

/** Fields of the columns that the list of a metric shows. */
export const listRecordFields = (name: MetricName, part: 'numerator' | 'denominator') => [
  'id',
  'title',
  ...(part === 'denominator' ? ['is_counted'] : []),
  'why',
  'day',
  ...(name === 'actions_in_time' ? [] : ['team', 'services']),
]

type RecordListProps = {
  name: MetricName
  records: readonly MetricRecord[]
  total: number
  page: number
  limit: number
  /** True if the list includes records that are not counted. */
  isAll: boolean
  hrefFor: (page: number) => string
}

/** Records behind a metric, each with the reason why it counts. */
export function RecordList({ name, records, total, page, limit, isAll, hrefFor }: RecordListProps) {
  const isOfActions = name === 'actions_in_time'
  return (
    <div className="flex flex-col gap-3">
      {records.length === 0 ? (
        <EmptyState
          icon={ListX}
          title={total > 0 ? 'This page is past the end' : 'No records'}
          action={total > 0 ? <ButtonLink href={hrefFor(1)}>Go to the first page</ButtonLink> : null}
        />
      ) : (
        <DataTable
          label="Records"
          height="viewport"
          columns={createColumns(name, isAll)}
          rows={records}
          rowKey={({ id }) => id}
        />
      )}
      <Pagination
        page={page}
        pageSize={limit}
        total={total}
        hrefFor={hrefFor}
        noun={isOfActions ? ['action', 'actions'] : ['change', 'changes']}
      />
    </div>
  )
}

function createColumns(name: MetricName, isAll: boolean): DataColumn<MetricRecord>[] {
  const isOfActions = name === 'actions_in_time'
  const title: DataColumn<MetricRecord> = {
    label: isOfActions ? 'Action' : 'Change',
    isPrimary: true,
    cellClass: 'sm:min-w-52',
    cell: (record) => (
      <div className="min-w-0 text-pretty">
        <RowLink href={isOfActions ? pagePaths.improvement(record.id) : pagePaths.change(record.id)}>
          {record.title}
        </RowLink>
        {isOfActions ? null : <span className="block font-mono text-xs font-normal text-muted">{record.id}</span>}
      </div>
    ),
  }
  const countedColumn: DataColumn<MetricRecord> = {
    label: 'Counted',
    cell: ({ is_counted: isCounted }) =>
      isCounted ? <Badge tone="accent">Counted</Badge> : <Badge>Not counted</Badge>,
  }
  const reason: DataColumn<MetricRecord>[] = [
    {
      label: 'Why',
      // One element, because on a card each piece of the text would become a column.
      cell: ({ why }) => (
        <span>
          <LinkedText text={why} />
        </span>
      ),
    },
    { label: dayHeadings[name], cell: ({ day }) => <Day value={day} /> },
  ]
  const ofChanges: DataColumn<MetricRecord>[] = [
    {
      label: 'Team',
      cell: (record) => (record.kind === 'change' && record.team) || <span className="text-muted">None</span>,
    },
    { label: 'Services', cell: (record) => (record.kind === 'change' ? record.services.join(', ') : null) },
  ]
  return [title, ...(isAll ? [countedColumn] : []), ...reason, ...(isOfActions ? [] : ofChanges)]
}
