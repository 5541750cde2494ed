import { UserPlus } from 'lucide-react'
import { SelectAllBox, SelectBox } from '#components/bulk/select-cells.tsx'
import type { Selection } from '#components/bulk/use-selection.ts'
import { toRowId } from '#components/next-review/remembered-list.ts'
import { worklistHref } from '#components/next-review/review-href.ts'
import { ReviewStatusBadge } from '#components/records/change-badges.tsx'
import { OwedReasons, Reminded } from '#components/records/owed-reasons.tsx'
import { Person } from '#components/ui/avatar.tsx'
import { Button } from '#components/ui/button.tsx'
import type { DataColumn } from '#components/ui/table/table.tsx'
import { Due } from '#components/ui/time/due.tsx'
import { RelativeTime } from '#components/ui/time/relative-time.tsx'
import { isForManagers, isForReader, type WorklistSection as SectionName } from '#lib/contracts/app/review-values.ts'
import type { WorklistEntry, WorklistSectionRows } from '#lib/contracts/app/worklist.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'
import { describeReturn } from '#lib/review/labels.ts'
import { describeCount } from '#lib/text/counted.ts'
import { capitalise } from '#lib/text/first-letter.ts'
import { type FourColumns, titleColumn, WorklistCard, WorklistTitle, wideOnly } from './worklist-card.tsx'

type SectionLabel = { readonly title: string; readonly description: string }

const sectionLabels: Readonly<Record<SectionName, SectionLabel>> = {
  sign_off: { title: 'To sign off', description: 'Submitted by their reviewers or through the API' },
  confirm_waiver: { title: 'Waivers to confirm', description: 'Requested by another manager' },
  returned: { title: 'Sent back to you', description: 'Change them and submit them again' },
  mine_overdue: { title: 'Your overdue reviews', description: 'Past their due date' },
  mine: { title: 'Your reviews', description: 'Assigned to you' },
  submitted: { title: 'Waiting for sign-off', description: 'Others sign them off' },
  unassigned: { title: 'Unassigned', description: 'Nobody reviews them yet' },
  overdue: { title: 'Overdue with others', description: 'Past their due date' },
}

type WorklistSectionProps = {
  rows: WorklistSectionRows
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

const createColumns = (section: SectionName, onAssign: (number: string) => void): FourColumns<WorklistEntry> => [
  {
    ...titleColumn,
    label: 'Change',
    cell: (entry) => (
      <WorklistTitle href={worklistHref(entry, section)} title={entry.title}>
        <Qualifier entry={entry} section={section} />
      </WorklistTitle>
    ),
  },
  { label: 'Why', className: wideOnly, cell: ({ reasons }) => <OwedReasons reasons={reasons} /> },
  whoColumn(section, onAssign),
  {
    label: 'Due',
    cell: ({ due_on: due, due_in_days: days }) =>
      due === null ? <span className="text-muted">No date</span> : <Due day={due} daysLeft={days} />,
  },
]

function whoColumn(section: SectionName, onAssign: (number: string) => void): DataColumn<WorklistEntry> {
  if (section === 'unassigned') {
    return {
      label: 'Reviewer',
      cellClass: 'py-0!',
      cell: ({ number }) => (
        <Button size="sm" icon={<UserPlus />} onClick={() => onAssign(number)}>
          Assign<span className="sr-only"> {number}</span>
        </Button>
      ),
    }
  }
  if (isForReader(section) && !isForManagers(section)) {
    return {
      label: 'Review',
      cell: ({ review_status: status }) => <ReviewStatusBadge status={status === 'none' ? 'not_started' : status} />,
    }
  }
  return {
    label: 'Reviewer',
    cell: (entry) => (
      <span className="flex min-w-0 items-center gap-1.5">
        <Person name={entry.reviewer_name ?? entry.reviewer} />
        {entry.reminded_at ? <Reminded at={entry.reminded_at} /> : null}
      </span>
    ),
  }
}

/** Number and kind of the change, then the reason why it came back, or the time of submission or end. */
function Qualifier({ entry, section }: { entry: WorklistEntry; section: SectionName }) {
  const { returned, waiver_requested: waiver } = entry
  return (
    <>
      <span className="font-mono">{entry.number}</span>
      {' · '}
      {section === 'returned' && returned ? (
        <Reason title={`${describeReturn(returned)} by ${returned.by}`} reason={returned.reason} />
      ) : section === 'confirm_waiver' && waiver ? (
        <Reason title={`Requested by ${waiver.by}`} reason={waiver.reason} />
      ) : (
        <Kind entry={entry} section={section} />
      )}
    </>
  )
}

function Reason({ title, reason }: { title: string; reason: string }) {
  return (
    <>
      <span className="font-medium text-warning-text">{title}</span>: <span title={reason}>{reason}</span>
    </>
  )
}

function Kind({ entry, section }: { entry: WorklistEntry; section: SectionName }) {
  const { type, risk, form_kind: form, submitted_at: submitted, age_days: age } = entry
  const endedText = age === null ? null : ` · ended ${age === 0 ? 'today' : `${describeCount(age, 'day')} ago`}`
  return (
    <>
      <span className={type === 'emergency' ? 'font-medium text-danger-text' : ''}>{capitalise(type)}</span>
      {risk === 'high' || risk === 'very_high' ? (
        <span className="text-warning-text"> · {capitalise(risk)} risk</span>
      ) : null}
      {form === 'short' ? ' · Short form' : null}
      {section === 'sign_off' && submitted ? (
        <>
          {' · submitted '}
          <RelativeTime value={submitted} />
        </>
      ) : (
        endedText
      )}
    </>
  )
}
