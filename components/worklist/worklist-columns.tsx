import { UserPlus } from 'lucide-react'
import { worklistHref } from '#components/next-review/review-href.ts'
import { OwedReasons } from '#components/records/owed-reasons.tsx'
import { Reminded } from '#components/records/reminded.tsx'
import { describeDays, isForManagers, isForReader } from '#components/records/worklist-labels.ts'
import { Button } from '#components/ui/button.tsx'
import { Person } from '#components/ui/person.tsx'
import { StatusBadge } from '#components/ui/status-badge.tsx'
import type { DataColumn } from '#components/ui/table/plain-table.tsx'
import { Due } from '#components/ui/time/due.tsx'
import { RelativeTime } from '#components/ui/time/relative-time.tsx'
import type { WorklistSection } from '#lib/contracts/app/review-values.ts'
import type { WorklistEntry } from '#lib/contracts/app/worklist.ts'
import { describeReturn } from '#lib/domain/review/review-labels.ts'
import { capitalise } from '#lib/text/first-letter.ts'
import { wideOnly } from './worklist-card.tsx'
import { titleCellClass, WorklistTitle } from './worklist-title.tsx'

type Columns = readonly [
  DataColumn<WorklistEntry>,
  DataColumn<WorklistEntry>,
  DataColumn<WorklistEntry>,
  DataColumn<WorklistEntry>,
]

/** Returns the columns of a section of Today about reviews. */
export const createColumns = (section: WorklistSection, onAssign: (number: string) => void): Columns => [
  {
    label: 'Change',
    isPrimary: true,
    cellClass: titleCellClass,
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

function whoColumn(section: WorklistSection, onAssign: (number: string) => void): DataColumn<WorklistEntry> {
  if (section === 'unassigned') {
    return {
      label: 'Reviewer',
      cellClass: 'py-0!',
      cell: ({ number }) => (
        <Button size="sm" icon={<UserPlus aria-hidden="true" />} onClick={() => onAssign(number)}>
          Assign<span className="sr-only"> {number}</span>
        </Button>
      ),
    }
  }
  if (isForReader(section) && !isForManagers(section)) {
    return { label: 'Review', cell: ({ review_status: status }) => <Progress status={status} /> }
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

function Progress({ status }: { status: WorklistEntry['review_status'] }) {
  return status === 'in_progress' ? (
    <StatusBadge tone="info">In progress</StatusBadge>
  ) : (
    <StatusBadge hollow>Not started</StatusBadge>
  )
}

/** Number and kind of the change, then the reason why it came back, or the time of submission or end. */
function Qualifier({ entry, section }: { entry: WorklistEntry; section: WorklistSection }) {
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

function Kind({ entry, section }: { entry: WorklistEntry; section: WorklistSection }) {
  const { type, risk, form_kind: form, submitted_at: submitted, age_days: age } = entry
  const endedText = age === null ? null : ` · ended ${age === 0 ? 'today' : `${describeDays(age)} ago`}`
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
