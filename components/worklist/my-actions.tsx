import { StatusBadge } from '#components/ui/status-badge.tsx'
import { Due } from '#components/ui/time/due.tsx'
import type { Worklist } from '#lib/contracts/app/worklist.ts'
import { countDaysBetween } from '#lib/domain/improvements/improvement-due.ts'
import { improvementStatusLabels } from '#lib/domain/improvements/status-labels.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'
import { WorklistCard, wideOnly } from './worklist-card.tsx'
import { titleCellClass, WorklistTitle } from './worklist-title.tsx'

type MyActionsProps = Pick<Worklist, 'actions' | 'today'> & {
  /** Heading for the actions of an absent person. */
  heading?: { id: string; title: string; description: string; owner: string }
  hasSelection: boolean
}

/** Unfinished improvement actions, overdue ones first. */
export function MyActions({ actions, today, heading, hasSelection }: MyActionsProps) {
  const { entries, total_count: total, overdue_count: overdue } = actions
  return (
    <WorklistCard
      id={heading?.id ?? 'my-actions'}
      title={heading?.title ?? 'Your actions'}
      description={overdue > 0 ? `${overdue} overdue` : (heading?.description ?? 'Improvement actions that you own')}
      total={total}
      all={{
        href: `${pagePaths.improvements}?${new URLSearchParams({ owner: heading?.owner ?? 'me' })}`,
        label: 'View all',
      }}
      columns={[
        {
          label: 'Action',
          isPrimary: true,
          cellClass: titleCellClass,
          cell: ({ id, title }) => <WorklistTitle href={pagePaths.improvement(id)} title={title} />,
        },
        {
          label: 'Review',
          className: wideOnly,
          cellClass: 'truncate font-mono text-xs text-muted',
          cell: ({ source_ref: source }) => source,
        },
        {
          label: 'Status',
          cell: ({ status }) => (
            <StatusBadge tone={status === 'in_progress' ? 'info' : 'neutral'} hollow={status === 'open'}>
              {improvementStatusLabels[status]}
            </StatusBadge>
          ),
        },
        { label: 'Due', cell: ({ target_date: due }) => <Due day={due} daysLeft={countDaysBetween(today, due)} /> },
      ]}
      rows={entries}
      rowKey={({ id }) => id}
      hasSelection={hasSelection}
    />
  )
}
