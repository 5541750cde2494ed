import { ButtonLink } from '#components/ui/button-link.tsx'
import { Person } from '#components/ui/person.tsx'
import { DateTime } from '#components/ui/time/date-time.tsx'
import type { Worklist } from '#lib/contracts/app/worklist.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'
import { WorklistCard, wideOnly } from './worklist-card.tsx'
import { titleCellClass, WorklistTitle } from './worklist-title.tsx'

type MyVerificationsProps = Pick<Worklist, 'verifications'> & {
  /** Heading for the actions of an absent person. */
  heading?: { id: string; title: string; description: string }
  hasSelection: boolean
}

/** Done actions that the person is asked to verify, the longest waiting first. */
export function MyVerifications({
  verifications: { entries, total_count: total },
  heading = { id: 'verifications', title: 'To verify', description: 'Actions that are done: check that they work' },
  hasSelection,
}: MyVerificationsProps) {
  return (
    <WorklistCard
      {...heading}
      total={total}
      all={{ href: `${pagePaths.improvements}?status=done`, label: 'All done actions' }}
      columns={[
        {
          label: 'Action',
          isPrimary: true,
          cellClass: titleCellClass,
          cell: ({ id, title, source_ref: source }) => (
            <WorklistTitle href={pagePaths.improvement(id)} title={title}>
              <span className="font-mono">{source}</span>
            </WorklistTitle>
          ),
        },
        {
          label: 'Evidence',
          className: wideOnly,
          cell: ({ evidence }) => (
            <span title={evidence ?? undefined} className="block truncate text-muted">
              {evidence}
            </span>
          ),
        },
        { label: 'Done by', cell: ({ done_by: email, done_by_name: name }) => <Person name={name ?? email} /> },
        {
          label: 'Done',
          cellClass: 'py-0!',
          cell: ({ id, title, done_at: at }) => (
            <span className="flex items-center justify-between gap-2">
              <DateTime value={at} precision="day" />
              <ButtonLink href={pagePaths.improvement(id)} size="sm" aria-label={`Check: ${title}`}>
                Check
              </ButtonLink>
            </span>
          ),
        },
      ]}
      rows={entries}
      rowKey={({ id }) => id}
      hasSelection={hasSelection}
    />
  )
}
