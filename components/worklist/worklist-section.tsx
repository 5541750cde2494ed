import { SelectAllBox } from '#components/bulk/select-cells.tsx'
import type { Selection } from '#components/bulk/use-selection.ts'
import { isPersonal, sectionWords } from '#components/records/worklist-labels.ts'
import type { WorklistSectionRows } from '#lib/contracts/app/worklist.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'
import { WorklistCard } from './worklist-card.tsx'
import { WorklistRow } from './worklist-row.tsx'

type WorklistSectionProps = {
  rows: WorklistSectionRows
  /** Instead of the heading of the section. */
  heading?: { id: string; title: string; description: string }
  selection: Selection | null
  onAssign: (number: string) => void
}

/** A section of Today about reviews: those due first, and a link to all of them. */
export function WorklistSection({ rows, heading, selection, onAssign }: WorklistSectionProps) {
  const { section, entries, total_count: total, query } = rows
  const { id, title, description } = heading ?? { id: section.replaceAll('_', '-'), ...sectionWords[section] }
  const who = isPersonal(section) && section !== 'sign_off' ? 'Review' : 'Reviewer'
  return (
    <WorklistCard
      id={id}
      title={title}
      description={description}
      total={total}
      all={{ href: `${pagePaths.changes}?${new URLSearchParams({ query, sort: 'due_on' })}`, label: 'View all' }}
      columns={['Change', 'Why', who, 'Due']}
      hasSelection={selection !== null}
      selectAll={
        selection && section !== 'sign_off' ? (
          <SelectAllBox
            label={`Select all shown: ${title}`}
            numbers={entries.map(({ number }) => number)}
            selection={selection}
          />
        ) : null
      }
    >
      {entries.map((entry) => (
        <WorklistRow key={entry.number} entry={entry} section={section} selection={selection} onAssign={onAssign} />
      ))}
    </WorklistCard>
  )
}
