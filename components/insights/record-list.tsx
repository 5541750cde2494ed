import { ListX } from 'lucide-react'
import { Badge } from '#components/ui/badge.tsx'
import { ButtonLink } from '#components/ui/button-link.tsx'
import { Day } from '#components/ui/day.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { LinkedText } from '#components/ui/linked-text.tsx'
import { Pagination } from '#components/ui/pagination.tsx'
import { RowLink } from '#components/ui/row-link.tsx'
import { Caption, Table, TBody, Td, THead, Th, Tr } from '#components/ui/table.tsx'
import { TableRegion } from '#components/ui/table-region.tsx'
import type { MetricName } from '#lib/contracts/app/metric-values.ts'
import type { MetricRecord } from '#lib/contracts/app/metrics.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'

const dayHeadings: Readonly<Record<MetricName, string>> = {
  change_failure_rate: 'Ended',
  caused_incidents: 'Ended',
  changes_with_outcome: 'Ended',
  review_completion: 'Ended',
  overdue_reviews: 'Due',
  waived_reviews: 'Closed',
  days_to_review: 'Completed',
  actions_in_time: 'Due',
  overridden_proposals: 'Completed',
}

/** The fields of the columns that the list of a metric shows. */
export const recordFields = (name: MetricName, part: 'numerator' | 'denominator') => [
  ...['id', 'title'],
  ...(part === 'denominator' ? ['is_counted'] : []),
  ...['why', 'day'],
  ...(name === 'actions_in_time' ? [] : ['team', 'services']),
]

type RecordListProps = {
  name: MetricName
  records: readonly MetricRecord[]
  total: number
  page: number
  limit: number
  /** Whether the list includes records that are not counted. */
  isAll: boolean
  hrefFor: (page: number) => string
}

/** The records behind a metric, each with the reason why it counts. */
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
        <TableRegion label="Records" height="viewport">
          <Table stack>
            <Caption>Records</Caption>
            <THead>
              <Tr>
                <Th>{isOfActions ? 'Action' : 'Change'}</Th>
                {isAll ? <Th>Counted</Th> : null}
                <Th>Why</Th>
                <Th>{dayHeadings[name]}</Th>
                {isOfActions ? null : <Th>Team</Th>}
                {isOfActions ? null : <Th>Services</Th>}
              </Tr>
            </THead>
            <TBody>
              {records.map((record) => (
                <RecordRow key={record.id} record={record} isAll={isAll} dayHeading={dayHeadings[name]} />
              ))}
            </TBody>
          </Table>
        </TableRegion>
      )}
      <Pagination
        page={page}
        pageSize={limit}
        total={total}
        hrefFor={hrefFor}
        noun={isOfActions ? 'actions' : 'changes'}
      />
    </div>
  )
}

function RecordRow({ record, isAll, dayHeading }: { record: MetricRecord; isAll: boolean; dayHeading: string }) {
  const isChange = record.kind === 'change'
  return (
    <Tr>
      <Td primary className="sm:min-w-52">
        <div className="min-w-0 text-pretty">
          <RowLink href={isChange ? pagePaths.change(record.id) : pagePaths.improvement(record.id)}>
            {record.title}
          </RowLink>
          {isChange ? <span className="block font-mono text-xs font-normal text-muted">{record.id}</span> : null}
        </div>
      </Td>
      {isAll ? (
        <Td label="Counted">{record.is_counted ? <Badge tone="accent">Counted</Badge> : <Badge>Not counted</Badge>}</Td>
      ) : null}
      <Td label="Why">
        <LinkedText text={record.why} />
      </Td>
      <Td label={dayHeading}>
        <Day value={record.day} />
      </Td>
      {isChange ? <Td label="Team">{record.team ?? <span className="text-muted">None</span>}</Td> : null}
      {isChange ? <Td label="Services">{record.services.join(', ')}</Td> : null}
    </Tr>
  )
}
