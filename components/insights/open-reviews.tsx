import { Card, CardHeader } from '#components/ui/card.tsx'
import { CardTable } from '#components/ui/table/table.tsx'
import type { ReviewAge } from '#lib/contracts/app/metric-values.ts'
import type { OpenReviews } from '#lib/contracts/app/metrics.ts'
import { CountLink } from './count-link.tsx'

const ages: Readonly<Record<ReviewAge, string>> = {
  over_90_days: 'More than 90 days overdue',
  up_to_90_days: '31 to 90 days overdue',
  up_to_30_days: '8 to 30 days overdue',
  up_to_7_days: '1 to 7 days overdue',
  not_due: 'Not due yet',
  no_due_date: 'No due date',
}

export function ReviewAges({ open: { by_age: byAge, total } }: { open: OpenReviews }) {
  return (
    <Card aria-labelledby="review-ages" className="break-inside-avoid">
      <CardHeader id="review-ages" title="Age of open reviews" description="As of today, independent of the period." />
      <CardTable
        label="Open reviews by age"
        stack={false}
        columns={[
          { label: 'Due', cell: ({ age }) => ages[age] },
          {
            label: 'Share',
            cellClass: 'w-1/2 max-sm:w-16',
            cell: ({ count }) => (
              <span
                aria-hidden="true"
                className="block h-2.5 rounded-sm bg-accent"
                style={{ width: `${(100 * count) / Math.max(total.count, 1)}%` }}
              />
            ),
          },
          {
            label: 'Reviews',
            align: 'end',
            cell: ({ age, count, list }) => (
              <CountLink href={list} count={count} label={`open reviews, ${ages[age]}`} />
            ),
          },
        ]}
        rows={byAge}
        rowKey={({ age }) => age}
      />
    </Card>
  )
}

export function ReviewerWorkload({ open: { by_reviewer: byReviewer } }: { open: OpenReviews }) {
  const { groups, total } = byReviewer
  const limitNote = total > groups.length ? ` The ${groups.length} reviewers with the most, of ${total}.` : ''
  const nameOf = (group: (typeof groups)[number]) => group.reviewer_name ?? group.reviewer ?? 'Unassigned'
  return (
    <Card aria-labelledby="reviewer-workload" className="break-inside-avoid">
      <CardHeader
        id="reviewer-workload"
        title="Open reviews by reviewer"
        description={`As of today, independent of the period.${limitNote}`}
      />
      <CardTable
        label="Open reviews by reviewer"
        stack={false}
        columns={[
          { label: 'Reviewer', cell: nameOf },
          {
            label: 'Open',
            align: 'end',
            cell: (group) => (
              <CountLink href={group.open.list} count={group.open.count} label={`open reviews of ${nameOf(group)}`} />
            ),
          },
          {
            label: 'Overdue',
            align: 'end',
            cell: (group) => (
              <CountLink
                href={group.overdue.list}
                count={group.overdue.count}
                label={`overdue reviews of ${nameOf(group)}`}
              />
            ),
          },
        ]}
        rows={groups}
        rowKey={({ reviewer }) => reviewer ?? ''}
      />
    </Card>
  )
}
