import { SelectAllBox, SelectBox } from '#components/bulk/select-cells.tsx'
import type { Selection } from '#components/bulk/use-selection.ts'
import { toRowId } from '#components/next-review/remembered-list.ts'
import { isForManagers, sectionLabels } from '#components/records/worklist-labels.ts'
import type { WorklistSectionRows } from '#lib/contracts/app/worklist.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'
import { WorklistCard } from './worklist-card.tsx'
import { createColumns } from './worklist-columns.tsx'

type WorklistSectionProps = {
  rows: WorklistSectionRows
  /** Heading in place of the section's own. */
  heading?: { id: string; title: string; description: string }
  selection: Selection | null
  onAssign: (number: string) => void
}

/** Section of Today about reviews, earliest due date first, with a link to all. */
export function WorklistSection({ rows, heading, selection, onAssign }: WorklistSectionProps) {
  const { section, entries, total_count: total, query } = rows
  const { id, title, description } = heading ?? { id: section.replaceAll('_', '-'), ...sectionLabels[section] }
  const selectable = isForManagers(section) ? null : selection
  return (
    <WorklistCard
      id={id}
      title={title}
      description={description}
      total={total}
      all={{ href: `${pagePaths.changes}?${new URLSearchParams({ query, sort: 'due_on' })}`, label: 'View all' }}
      columns={createColumns(section, onAssign)}
      rows={entries}
      rowKey={({ number }) => number}
      rowProps={({ number }) => ({ id: toRowId(number), selected: selection?.has(number) ?? false })}
      rowClass="scroll-mt-28 stacked:relative"
      hasSelection={selection !== null}
      selectAll={
        selectable && (
          <SelectAllBox
            label={`Select all shown: ${title}`}
            numbers={entries.map(({ number }) => number)}
            selection={selectable}
          />
        )
      }
      select={selectable ? ({ number }) => <SelectBox number={number} selection={selectable} /> : undefined}
    />
  )
}
