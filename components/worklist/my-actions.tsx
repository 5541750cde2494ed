import { statusLabels } from '#components/records/improvement-labels.ts'
import { cx } from '#components/ui/class-names.ts'
import { StatusBadge } from '#components/ui/status-badge.tsx'
import { Td, Tr } from '#components/ui/table/table.tsx'
import { Due } from '#components/ui/time/due.tsx'
import type { Worklist } from '#lib/contracts/app/worklist.ts'
import { daysBetween } from '#lib/domain/improvement-due.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'
import { WorklistCard, wideOnly } from './worklist-card.tsx'
import { WorklistTitle } from './worklist-title.tsx'

type MyActionsProps = Pick<Worklist, 'actions' | 'today'> & {
  /** For the actions of an absent person. */
  heading?: { id: string; title: string; description: string; owner: string }
  hasSelection: boolean
}

/** The unfinished improvement actions, overdue ones first. */
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
      columns={['Action', 'Review', 'Status', 'Due']}
      hasSelection={hasSelection}
    >
      {entries.map((action) => (
        <Tr key={action.id} className="whitespace-nowrap">
          {hasSelection ? <Td /> : null}
          <WorklistTitle href={pagePaths.improvement(action.id)} title={action.title} />
          <Td label="Review" className={cx('truncate font-mono text-xs text-muted', wideOnly)}>
            {action.source_ref}
          </Td>
          <Td label="Status">
            <StatusBadge tone={action.status === 'in_progress' ? 'info' : 'neutral'} hollow={action.status === 'open'}>
              {statusLabels[action.status]}
            </StatusBadge>
          </Td>
          <Td label="Due">
            <Due day={action.target_date} daysLeft={daysBetween(today, action.target_date)} />
          </Td>
        </Tr>
      ))}
    </WorklistCard>
  )
}
