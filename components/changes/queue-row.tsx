import { cx } from '#components/ui/class-names.ts'
import { DateTime } from '#components/ui/date-time.tsx'
import { Due } from '#components/ui/due.tsx'
import { Person } from '#components/ui/person.tsx'
import { Td, Tr } from '#components/ui/table.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import { OwedReasons } from '#components/worklist/owed-reasons.tsx'
import { rowId } from '#components/worklist/remembered-list.ts'
import { Reminded } from '#components/worklist/reminded.tsx'
import { SelectRow } from '#components/worklist/select-cells.tsx'
import type { Selection } from '#components/worklist/use-selection.ts'
import type { QueueEntry } from '#lib/contracts/app/queue.ts'
import { isClosedReview } from '#lib/contracts/app/review-values.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'
import { RiskLabel } from './change-badges.tsx'
import { mailboxOf } from './change-words.ts'
import { columnClass } from './queue-columns.ts'
import { QueueTitle } from './queue-title.tsx'
import { ReviewStatus } from './review-status.tsx'

/** Hides empty cells on cards. */
const emptyOnCard = 'stacked:hidden!'

type QueueRowProps = {
  entry: QueueEntry
  /** Whether the table has columns for due date, reasons and reviewer. */
  showsReviews: boolean
  selection: Selection | null
}

/** One change of the queue; selectable if it has an open review. */
export function QueueRow({ entry, showsReviews, selection }: QueueRowProps) {
  const { number, affected_services: services } = entry
  return (
    <Tr
      id={rowId(number)}
      className={cx('scroll-mt-24 whitespace-nowrap', selection && 'stacked:relative')}
      selected={selection?.has(number) ?? false}
    >
      {selection === null ? null : hasOpenReview(entry) ? (
        <SelectRow number={number} selection={selection} />
      ) : (
        <Td className="w-9" />
      )}
      <Td primary className="w-full max-w-0 py-px!">
        <QueueTitle entry={entry} className={selection ? 'stacked:pr-9' : ''} />
      </Td>
      <Td label="Risk" className={columnClass.risk}>
        <RiskLabel risk={entry.risk} />
      </Td>
      <Td label="Services" className={cx(columnClass.services, services.length === 0 && emptyOnCard)}>
        <Services names={services} />
      </Td>
      <Td label="Implementer" className={cx(columnClass.implementer, entry.assigned_to === null && emptyOnCard)}>
        <Implementer entry={entry} />
      </Td>
      <Td label="Ended" className={cx(columnClass.ended, entry.actual_end === null && emptyOnCard)}>
        <DateTime value={entry.actual_end} precision="day" short />
      </Td>
      {showsReviews ? (
        <>
          <Td label="Due" className={entry.due_on === null ? emptyOnCard : ''}>
            {entry.due_on ? <Due day={entry.due_on} daysLeft={entry.due_in_days} /> : <Nothing />}
          </Td>
          <Td label="Why" className={cx(columnClass.why, entry.reasons.length === 0 && emptyOnCard)}>
            {entry.review_reference === null ? <Nothing /> : <OwedReasons reasons={entry.reasons} />}
          </Td>
          <Td label="Reviewer" className={entry.review_reference === null ? emptyOnCard : ''}>
            <Reviewer entry={entry} />
          </Td>
        </>
      ) : null}
      <Td label="Review">
        <ReviewStatus entry={entry} />
      </Td>
      <Td
        label="Incidents"
        align="end"
        className={entry.incident_count === 0 ? emptyOnCard : 'font-medium tabular-nums'}
      >
        {entry.incident_count === 0 ? (
          <span className="text-muted">0</span>
        ) : (
          <TextLink href={`${pagePaths.change(number)}#incidents`} aria-label={incidentsLabel(entry)}>
            {entry.incident_count}
          </TextLink>
        )}
      </Td>
    </Tr>
  )
}

export const hasOpenReview = ({ review_status: status }: QueueEntry): boolean =>
  status !== 'none' && !isClosedReview(status)

const incidentsLabel = ({ number, incident_count: count }: QueueEntry) =>
  `${count} ${count === 1 ? 'incident' : 'incidents'} of ${number}`

const Nothing = () => <span className="text-muted">—</span>

function Reviewer({ entry }: { entry: QueueEntry }) {
  if (entry.review_reference === null) return <Nothing />
  const name = entry.reviewer_name ?? entry.reviewer
  return (
    <span className="inline-flex max-w-48 items-center gap-1.5">
      <Person name={name} fallback="Unassigned" />
      {entry.reminded_at && hasOpenReview(entry) ? <Reminded at={entry.reminded_at} /> : null}
    </span>
  )
}

function Implementer({ entry: { assigned_to: email, assigned_to_name: name } }: { entry: QueueEntry }) {
  if (email === null) return <Nothing />
  if (name) return <span data-tooltip={email}>{name}</span>
  return (
    <span data-tooltip={`${email}, not in the directory`}>
      {mailboxOf(email)}
      <span className="sr-only"> (not in the directory)</span>
    </span>
  )
}

/** The first service and the number of others; all of them on hover. */
function Services({ names }: { names: readonly string[] }) {
  const [first, ...others] = names
  if (first === undefined) return <Nothing />
  return (
    <span data-tooltip={names.join(', ')} className="flex items-baseline gap-1">
      {first}
      {others.length > 0 ? <span className="text-xs text-muted">+{others.length}</span> : null}
    </span>
  )
}
