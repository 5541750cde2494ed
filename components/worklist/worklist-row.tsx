import { UserPlus } from 'lucide-react'
import { SelectRow } from '#components/bulk/select-cells.tsx'
import type { Selection } from '#components/bulk/use-selection.ts'
import { rowId } from '#components/next-review/remembered-list.ts'
import { worklistAddress } from '#components/next-review/review-address.ts'
import { capitalised } from '#components/records/improvement-labels.ts'
import { OwedReasons } from '#components/records/owed-reasons.tsx'
import { Reminded } from '#components/records/reminded.tsx'
import { daysInWords, isPersonal } from '#components/records/worklist-labels.ts'
import { Button } from '#components/ui/button.tsx'
import { Person } from '#components/ui/person.tsx'
import { StatusBadge } from '#components/ui/status-badge.tsx'
import { Td, Tr } from '#components/ui/table/table.tsx'
import { Due } from '#components/ui/time/due.tsx'
import { RelativeTime } from '#components/ui/time/relative-time.tsx'
import type { WorklistSection } from '#lib/contracts/app/review-values.ts'
import type { WorklistEntry } from '#lib/contracts/app/worklist.ts'
import { wideOnly } from './worklist-card.tsx'
import { WorklistTitle } from './worklist-title.tsx'

type WorklistRowProps = {
  entry: WorklistEntry
  section: WorklistSection
  /** Null where nothing on the page can be selected. */
  selection: Selection | null
  onAssign: (number: string) => void
}

/** A review of Today. */
export function WorklistRow({ entry, section, selection, onAssign }: WorklistRowProps) {
  const { number, due_on: due, due_in_days: days } = entry
  return (
    <Tr
      id={rowId(number)}
      className="scroll-mt-28 whitespace-nowrap stacked:relative"
      selected={selection?.has(number) ?? false}
    >
      {selection === null ? null : section === 'sign_off' ? (
        <Td />
      ) : (
        <SelectRow number={number} selection={selection} />
      )}
      <WorklistTitle href={worklistAddress(entry, section)} title={entry.title}>
        <Qualifier entry={entry} section={section} />
      </WorklistTitle>
      <Td label="Why" className={wideOnly}>
        <OwedReasons reasons={entry.reasons} />
      </Td>
      {section === 'unassigned' ? (
        <Td label="Reviewer" className="py-0!">
          <Button size="sm" icon={<UserPlus aria-hidden="true" />} onClick={() => onAssign(number)}>
            Assign<span className="sr-only"> {number}</span>
          </Button>
        </Td>
      ) : isPersonal(section) && section !== 'sign_off' ? (
        <Td label="Review">
          <Progress status={entry.review_status} />
        </Td>
      ) : (
        <Td label="Reviewer">
          <span className="flex min-w-0 items-center gap-1.5">
            <Person name={entry.reviewer_name ?? entry.reviewer} />
            {entry.reminded_at ? <Reminded at={entry.reminded_at} /> : null}
          </span>
        </Td>
      )}
      <Td label="Due">
        {due === null ? <span className="text-muted">No date</span> : <Due day={due} daysLeft={days} />}
      </Td>
    </Tr>
  )
}

function Progress({ status }: { status: WorklistEntry['review_status'] }) {
  return status === 'in_progress' ? (
    <StatusBadge tone="info">In progress</StatusBadge>
  ) : (
    <StatusBadge hollow>Not started</StatusBadge>
  )
}

/** Number and kind of the change, then why it came back, or when it was submitted or ended. */
function Qualifier({ entry, section }: Pick<WorklistRowProps, 'entry' | 'section'>) {
  const { type, risk, returned, submitted_at: submitted, age_days: age } = entry
  return (
    <>
      <span className="font-mono">{entry.number}</span>
      {section === 'returned' && returned ? (
        <>
          {' · '}
          <span className="font-medium text-warning-text">
            {returned.kind === 'reopened' ? 'Reopened' : 'Sent back'} by {returned.by}
          </span>
          : <span data-tooltip={returned.reason}>{returned.reason}</span>
        </>
      ) : (
        <>
          {' · '}
          <span className={type === 'emergency' ? 'font-medium text-danger-text' : ''}>{capitalised(type)}</span>
          {risk === 'high' || risk === 'very_high' ? (
            <span className="text-warning-text"> · {capitalised(risk)} risk</span>
          ) : null}
          {entry.form_kind === 'short' ? ' · Short form' : null}
          {section === 'sign_off' && submitted ? (
            <>
              {' · submitted '}
              <RelativeTime value={submitted} />
            </>
          ) : age === null ? null : (
            ` · ended ${age === 0 ? 'today' : `${daysInWords(age)} ago`}`
          )}
        </>
      )}
    </>
  )
}
