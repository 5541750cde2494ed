import { cx } from '#components/ui/class-names.ts'
import { DateTime } from '#components/ui/date-time.tsx'
import { RowLink } from '#components/ui/row-link.tsx'
import { Td, Tr } from '#components/ui/table.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import { ReviewDue } from '#components/worklist/review-due.tsx'
import { SelectRow } from '#components/worklist/select-cells.tsx'
import type { Selection } from '#components/worklist/use-selection.ts'
import type { QueueEntry } from '#lib/contracts/app/queue.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'
import { RiskLabel, StateBadge, TypeLabel } from './change-badges.tsx'
import { mailboxOf } from './change-words.ts'
import { ReviewStatus } from './review-status.tsx'

/** Hides empty cells where rows are stacked. */
const emptyOnPhone = 'max-sm:hidden!'
/** Truncates on narrow screens, so that the last columns fit. */
const truncated = 'block truncate sm:max-[90rem]:max-w-26'

type QueueRowProps = {
  entry: QueueEntry
  /** Whether the table has the due column. */
  showsDue: boolean
  selection: Selection | null
}

/** One change of the queue; selectable if it has an open review. */
export function QueueRow({ entry, showsDue, selection }: QueueRowProps) {
  return (
    <Tr className={selection ? 'max-sm:relative' : ''} selected={selection?.has(entry.number) ?? false}>
      {selection === null ? null : hasOpenReview(entry) ? (
        <SelectRow number={entry.number} selection={selection} />
      ) : (
        <Td className="w-9" />
      )}
      <Td primary className="sm:min-w-52">
        <div className={cx('min-w-0 text-pretty', selection && 'max-sm:pr-9')}>
          <RowLink href={pagePaths.change(entry.number)}>
            {entry.is_stub ? 'Only the number is known' : entry.title}
          </RowLink>
          <span className="flex flex-wrap items-center gap-x-2 text-xs font-normal text-muted">
            <span className="font-mono">{entry.number}</span>
            <TypeLabel type={entry.type} />
          </span>
        </div>
      </Td>
      <Td label="State">
        <StateBadge state={entry.state} />
      </Td>
      <Td label="Risk" className="whitespace-nowrap">
        <RiskLabel risk={entry.risk} />
      </Td>
      <Td
        label="Services"
        className={cx(
          entry.affected_services.length === 0 ? emptyOnPhone : 'sm:whitespace-nowrap',
          showsDue && servicesWhenDue,
        )}
      >
        <Services names={entry.affected_services} />
      </Td>
      <Td label="Implementer" className={entry.assigned_to === null ? emptyOnPhone : ''}>
        {entry.assigned_to ? (
          <span data-tooltip={entry.assigned_to} className={truncated}>
            {entry.assigned_to_name ?? mailboxOf(entry.assigned_to)}
            {entry.assigned_to_name === null ? (
              <span className="block text-xs text-muted">not in the directory</span>
            ) : null}
          </span>
        ) : (
          <span className="text-muted">Not recorded</span>
        )}
      </Td>
      <Td label="Ended" className={entry.actual_end === null ? emptyOnPhone : ''}>
        <DateTime value={entry.actual_end} />
      </Td>
      {showsDue ? (
        <Td label="Due" className={entry.due_on === null && entry.reasons.length === 0 ? emptyOnPhone : ''}>
          <DueAndWhy entry={entry} />
        </Td>
      ) : null}
      <Td label="Review">
        <ReviewStatus entry={entry} />
      </Td>
      <Td
        label="Incidents"
        align="end"
        className={entry.incident_count === 0 ? emptyOnPhone : 'font-medium tabular-nums'}
      >
        {entry.incident_count === 0 ? (
          <span className="text-muted">0</span>
        ) : (
          <TextLink href={`${pagePaths.change(entry.number)}#incidents`} aria-label={incidentsLabel(entry)}>
            {entry.incident_count}
          </TextLink>
        )}
      </Td>
    </Tr>
  )
}

const incidentsLabel = ({ number, incident_count: count }: QueueEntry) =>
  `${count} ${count === 1 ? 'incident' : 'incidents'} of ${number}`

/** Hides services where they do not fit beside the due dates. */
export const servicesWhenDue = 'sm:max-[90rem]:hidden'

function DueAndWhy({ entry }: { entry: QueueEntry }) {
  const { due_on: due, reasons } = entry
  if (due === null && reasons.length === 0) return <span className="text-muted">—</span>
  return (
    <span className="flex flex-col items-start gap-0.5">
      {due === null ? null : <ReviewDue {...entry} />}
      <span
        data-tooltip={reasons.map(({ rule, text }) => `${rule}: ${text}`).join('; ') || undefined}
        className="max-w-44 text-xs text-pretty text-muted"
      >
        {reasons.map(({ rule }) => rule).join(', ')}
      </span>
    </span>
  )
}

export const hasOpenReview = ({ review_status: status }: QueueEntry): boolean =>
  status !== 'none' && status !== 'completed'

/** The first service and the number of others; all of them on hover. */
function Services({ names: [first, ...others] }: { names: readonly string[] }) {
  if (first === undefined) return <span className="text-muted">—</span>
  return (
    <span data-tooltip={[first, ...others].join(', ')} className="flex items-baseline gap-1">
      <span className={truncated}>{first}</span>
      {others.length > 0 ? <span className="text-xs text-muted">+{others.length}</span> : null}
    </span>
  )
}
