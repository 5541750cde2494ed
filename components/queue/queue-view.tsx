import { ClipboardCheck } from 'lucide-react'
import type { ListColumn } from '#components/list/list-column.tsx'
import type { ListView } from '#components/list/list-view.ts'
import { timeColumn } from '#components/list/time-column.tsx'
import { RiskLabel } from '#components/records/change-badges.tsx'
import { getMailbox, hasOpenReview } from '#components/records/change-labels.ts'
import { OwedReasons, Reminded } from '#components/records/owed-reasons.tsx'
import { ReviewStatus } from '#components/records/review-status.tsx'
import { Person } from '#components/ui/avatar.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import { Due } from '#components/ui/time/due.tsx'
import { type QueueQuery, queuePlace } from '#lib/api/queue-href.ts'
import type { QueueEntry } from '#lib/contracts/app/queue.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'
import { describeCount } from '#lib/text/counted.ts'
import { capitalise } from '#lib/text/first-letter.ts'
import { findReference, QueueTitle, ServiceAndTeam, TypedNumber } from './queue-cells.tsx'

type QueueColumn = ListColumn<QueueEntry, QueueQuery> & {
  /** True for columns that are hidden by default while no change of the list has a review. */
  readonly isOfReviews?: boolean
}

/** A person of the change by name, else by the mailbox of an address that is not in the directory. */
const personColumn = (field: 'assigned_to' | 'approved_by') =>
  ({
    fields: [field, `${field}_name`],
    isEmpty: (entry) => entry[field] === null,
    cell: (entry) => {
      const email = entry[field] ?? ''
      const name = entry[`${field}_name`]
      if (name) return <span title={email}>{name}</span>
      return (
        <span title={`${email}, not in the directory`}>
          {getMailbox(email)}
          <span className="sr-only"> (not in the directory)</span>
        </span>
      )
    },
  }) satisfies Partial<QueueColumn>

const queueColumns: readonly QueueColumn[] = [
  {
    id: 'number',
    label: 'Number',
    fields: ['number', 'type'],
    isPrimary: true,
    sort: 'number',
    className: 'min-[60rem]:max-[80rem]:hidden',
    cellClass: 'stacked:hidden!',
    cell: (entry) => <TypedNumber {...entry} />,
  },
  {
    id: 'change',
    label: 'Change',
    fields: ['title', 'state', 'review_reference', 'pir_reference'],
    isPrimary: true,
    cellClass: 'w-full max-w-0 min-[60rem]:py-px!',
    cell: (entry) => <QueueTitle entry={entry} />,
  },
  {
    id: 'risk',
    label: 'Risk',
    fields: ['risk'],
    sort: 'risk',
    shownFrom: '90rem',
    cell: ({ risk }) => <RiskLabel risk={risk} />,
  },
  {
    id: 'services',
    label: 'Service and team',
    fields: ['affected_services', 'assignment_group'],
    shownFrom: '90rem',
    cellClass: 'min-[60rem]:py-px!',
    isEmpty: ({ affected_services: services, assignment_group: team }) => services.length === 0 && team === null,
    cell: (entry) => <ServiceAndTeam entry={entry} />,
  },
  { ...personColumn('assigned_to'), id: 'implementer', label: 'Implementer', shownFrom: '110rem' },
  { ...personColumn('approved_by'), id: 'approver', label: 'Approver', isOptional: true },
  timeColumn('approved_at', { id: 'approved', label: 'Approved', isOptional: true }),
  timeColumn('planned_start', { id: 'planned_start', label: 'Planned start', isOptional: true }),
  timeColumn('planned_end', { id: 'planned_end', label: 'Planned end', isOptional: true }),
  timeColumn('actual_end', {
    id: 'ended',
    label: 'Ended',
    sort: 'actual_end',
    shownFrom: '90rem',
    precision: 'day',
    short: true,
  }),
  {
    id: 'close_code',
    label: 'Close code',
    fields: ['close_code'],
    isOptional: true,
    isEmpty: ({ close_code: code }) => code === null,
    cell: ({ close_code: code }) => code && capitalise(code),
  },
  {
    id: 'due',
    label: 'Due',
    fields: ['due_on', 'due_in_days'],
    isOfReviews: true,
    isEvident: true,
    sort: 'due_on',
    cellClass: 'min-[60rem]:py-px!',
    isEmpty: ({ due_on: day }) => day === null,
    cell: ({ due_on: day, due_in_days: days }) => (day ? <Due day={day} daysLeft={days} isNarrow /> : null),
  },
  {
    id: 'why',
    label: 'Why',
    fields: ['reasons'],
    isOfReviews: true,
    shownFrom: '96rem',
    isEmpty: ({ reasons }) => reasons.length === 0,
    empty: ({ review_reference: reference }) => (reference === null ? '—' : 'Voluntary'),
    cell: ({ reasons }) => <OwedReasons reasons={reasons} />,
  },
  {
    id: 'reviewer',
    label: 'Reviewer',
    fields: ['reviewer', 'reviewer_name'],
    isOfReviews: true,
    isEvident: true,
    isEmpty: ({ review_reference: reference }) => reference === null,
    cell: (entry) => (
      <span className="inline-flex max-w-48 items-center gap-1.5">
        <Person name={entry.reviewer_name ?? entry.reviewer} fallback="Unassigned" />
        {entry.reminded_at && hasOpenReview(entry) ? <Reminded at={entry.reminded_at} /> : null}
      </span>
    ),
  },
  {
    id: 'review',
    label: 'Review',
    fields: ['review_status', 'is_waiver_requested', 'pir_completed', 'pir_outcome'],
    isEvident: true,
    cell: (entry) => <ReviewStatus entry={entry} />,
  },
  {
    id: 'reference',
    label: 'Review number',
    fields: ['review_reference', 'pir_reference'],
    isOptional: true,
    isEmpty: (entry) => findReference(entry) === undefined,
    cell: (entry) => <span className="font-mono text-xs">{findReference(entry)}</span>,
  },
  timeColumn('updated_at', { id: 'updated', label: 'Updated', sort: 'updated_at', isOptional: true }),
  {
    id: 'incidents',
    label: 'Incidents',
    fields: ['incident_count'],
    align: 'end',
    cellClass: 'font-medium tabular-nums',
    isEmpty: ({ incident_count: count }) => count === 0,
    empty: '0',
    cell: (entry) => (
      <TextLink
        href={`${pagePaths.change(entry.number)}#incidents`}
        aria-label={`${describeCount(entry.incident_count, 'incident')} of ${entry.number}`}
      >
        {entry.incident_count}
      </TextLink>
    ),
  },
]

export const defaultQueueColumns = (entries: readonly QueueEntry[]) =>
  entries.some(({ review_reference: reference }) => reference !== null)
    ? queueColumns
    : queueColumns.map((column) => (column.isOfReviews ? { ...column, isOptional: true } : column))

export const queueView: ListView<QueueEntry, QueueQuery> = {
  ...queuePlace,
  title: 'Changes',
  key: 'number',
  columns: queueColumns,
  hasColumnChoice: true,
  hasViews: true,
  opensRows: true,
  search: { placeholder: 'Number or title' },
  empty: { icon: ClipboardCheck, text: 'A manager imports them from a file of your ITSM system.', imports: 'changes' },
}
