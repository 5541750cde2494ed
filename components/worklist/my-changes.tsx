import { StateBadge } from '#components/records/change-badges.tsx'
import { ReviewStatus } from '#components/records/review-status.tsx'
import { formatCount } from '#components/ui/format-count.ts'
import { TextLink } from '#components/ui/text-link.tsx'
import type { Worklist, WorklistChange } from '#lib/contracts/app/worklist.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'
import { WorklistCard, wideOnly } from './worklist-card.tsx'
import { titleCellClass, WorklistTitle } from './worklist-title.tsx'

const partLabels: Readonly<Record<WorklistChange['part'], string>> = {
  implementer: 'you are the implementer',
  requester: 'you are the requester',
}

type MyChangesProps = Pick<Worklist, 'changes'> & { hasSelection: boolean }

/** Changes that the person implements or requested, with the progress of their reviews and their lessons. */
export function MyChanges({ changes: { entries, total_count: total, query }, hasSelection }: MyChangesProps) {
  return (
    <WorklistCard
      id="my-changes"
      title="Your changes"
      description="That you implement or requested, the last ended first"
      total={total}
      all={{ href: `${pagePaths.changes}?${new URLSearchParams({ query })}`, label: 'View all' }}
      columns={[
        {
          label: 'Change',
          isPrimary: true,
          cellClass: titleCellClass,
          cell: ({ number, title, part }) => (
            <WorklistTitle href={pagePaths.change(number)} title={title}>
              <span className="font-mono">{number}</span> · {partLabels[part]}
            </WorklistTitle>
          ),
        },
        { label: 'State', className: wideOnly, cell: ({ state }) => <StateBadge state={state} /> },
        {
          label: 'Review',
          isEmpty: ({ review_status: status, pir_completed: isReviewed }) => status === 'none' && !isReviewed,
          cell: (entry) => <ReviewStatus entry={entry} />,
        },
        {
          label: 'Lessons',
          isEmpty: ({ lesson_count: lessons }) => lessons === 0,
          cell: ({ number, lesson_count: lessons }) => (
            <TextLink href={`${pagePaths.change(number)}#lessons`} aria-label={`Lessons of ${number}`}>
              {formatCount(lessons)} {lessons === 1 ? 'lesson' : 'lessons'}
            </TextLink>
          ),
        },
      ]}
      rows={entries}
      rowKey={({ number }) => number}
      hasSelection={hasSelection}
    />
  )
}
