import { RiskLabel, TypeLabel } from '#components/changes/change-badges.tsx'
import { Badge } from '#components/ui/badge.tsx'
import { formatUtc } from '#components/ui/format-time.ts'
import { Person } from '#components/ui/person.tsx'
import { RowLink } from '#components/ui/row-link.tsx'
import { StatusBadge } from '#components/ui/status-badge.tsx'
import { Td, Tr } from '#components/ui/table.tsx'
import type { QueueEntry } from '#lib/contracts/app/queue.ts'
import type { WorklistSection } from '#lib/contracts/app/review-values.ts'
import type { WorklistEntry } from '#lib/contracts/app/worklist.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'
import { ReviewDue } from './review-due.tsx'
import { SelectRow } from './select-cells.tsx'
import type { Selection } from './use-selection.ts'
import { daysInWords } from './worklist-words.ts'

type WorklistRowProps = { entry: WorklistEntry; section: WorklistSection; selection: Selection | null }

export function WorklistRow({ entry, section, selection }: WorklistRowProps) {
  return (
    <Tr className="stacked:relative" selected={selection?.has(entry.number) ?? false}>
      {selection ? <SelectRow number={entry.number} selection={selection} /> : null}
      <Td primary className="sm:min-w-56">
        <div className="min-w-0 text-pretty stacked:pr-9">
          <RowLink href={addressOf(entry, section)}>{entry.title}</RowLink>
          <span className="flex flex-wrap items-center gap-x-2 text-xs font-normal text-muted">
            <span className="font-mono">{entry.number}</span>
            <TypeLabel type={entry.type} />
            {entry.risk === 'high' || entry.risk === 'very_high' ? <RiskLabel risk={entry.risk} /> : null}
            {entry.form_kind === 'short' ? <span>Short form</span> : null}
          </span>
        </div>
      </Td>
      <Td label="Why">
        <OwedReasons reasons={entry.reasons} />
      </Td>
      {section === 'mine' ? (
        <Td label="Review">
          {entry.review_status === 'in_progress' ? (
            <StatusBadge tone="info">In progress</StatusBadge>
          ) : (
            <StatusBadge hollow>Not started</StatusBadge>
          )}
        </Td>
      ) : section === 'unassigned' ? null : (
        <Td label="Reviewer" className="sm:whitespace-nowrap">
          <Person name={entry.reviewer_name ?? entry.reviewer} />
        </Td>
      )}
      <Td label="Due">
        <ReviewDue {...entry} />
      </Td>
      <Td label="Age" className="sm:whitespace-nowrap">
        <Age {...entry} />
      </Td>
    </Tr>
  )
}

/** Days since the change ended. */
function Age({ actual_end: end, age_days: days }: Pick<WorklistEntry, 'actual_end' | 'age_days'>) {
  if (end === null || days === null) return <span className="text-muted">—</span>
  return (
    <time dateTime={end} data-tooltip={`Ended ${formatUtc(new Date(end))}`} className="tabular-nums">
      {daysInWords(days)}
    </time>
  )
}

/** Own reviews open in their form, reviews to sign off in the sign-off step, others at the change. */
function addressOf({ number, form_kind: form }: WorklistEntry, section: WorklistSection): string {
  if (section === 'sign_off') return pagePaths.review(number, 'sign-off')
  if (section === 'mine') return pagePaths.review(number, form === 'short' ? 'short' : undefined)
  return pagePaths.change(number)
}

const maxReasonsShown = 2

/** Names of the rules by which a review is owed; hovering shows why each matches. */
function OwedReasons({ reasons }: Pick<QueueEntry, 'reasons'>) {
  if (reasons.length === 0) return <span className="text-muted">Voluntary</span>
  const more = reasons.slice(maxReasonsShown)
  const sentence = reasons.map(({ rule, text }) => `${rule}: ${text}`).join('; ')
  return (
    <span data-tooltip={sentence} className="flex flex-wrap gap-1">
      {reasons.slice(0, maxReasonsShown).map(({ rule_id: id, rule }) => (
        <Badge key={id}>{rule}</Badge>
      ))}
      {more.length > 0 ? <Badge>+{more.length}</Badge> : null}
    </span>
  )
}
