import { useQuery } from '@tanstack/react-query'
import { DueDate } from '#components/improvements/due-date.tsx'
import { IncidentPriority } from '#components/incidents/incident-badges.tsx'
import { IncidentLink } from '#components/incidents/incident-link.tsx'
import { getPriorityTone, statusTones } from '#components/records/improvement-labels.ts'
import { Badge } from '#components/ui/badge.tsx'
import { StatusBadge } from '#components/ui/status-badge.tsx'
import { CardTable } from '#components/ui/table/data-table.tsx'
import { RowLink } from '#components/ui/table/row-link.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import { DateTime } from '#components/ui/time/date-time.tsx'
import { usePeopleNames } from '#components/users/use-people-names.ts'
import { improvementsQuery, relatedIncidentsQuery } from '#lib/api/review-queries.ts'
import type { ChangeRecord } from '#lib/contracts/changes.ts'
import type { Improvement } from '#lib/contracts/improvements.ts'
import type { Incident } from '#lib/contracts/incidents.ts'
import { improvementStatusLabels } from '#lib/domain/improvements/status-labels.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'
import { capitalise } from '#lib/text/first-letter.ts'
import { LoadedSection } from './sections.tsx'

type LinkedIncidentsProps = {
  change: ChangeRecord
  /** Reference of the review; null if it has not been started. */
  reference: string | null
}

export function LinkedIncidents({ change, reference }: LinkedIncidentsProps) {
  return (
    <LoadedSection
      section="incidents"
      description="Named by an incident as its cause, or confirmed by the review"
      query={useQuery(relatedIncidentsQuery(change.number))}
      what="the incidents"
      rowsOf={({ result }) => result}
      empty="No incident names this change, and no review confirmed one. The review also checks incidents that its services had soon afterwards."
    >
      {({ result }) => <IncidentTable incidents={result} change={change.number} reference={reference} />}
    </LoadedSection>
  )
}

type IncidentTableProps = { incidents: readonly Incident[]; change: string; reference: string | null }

function IncidentTable({ incidents, change, reference }: IncidentTableProps) {
  return (
    <CardTable
      label="Incidents"
      columns={[
        {
          label: 'Incident',
          isPrimary: true,
          cell: ({ number, short_description: text }) => (
            <>
              <span className="font-medium">{text}</span>
              <IncidentLink number={number} className="block" />
            </>
          ),
        },
        {
          label: 'Named or confirmed',
          cell: (incident) => <IncidentOrigin incident={incident} change={change} reference={reference} />,
        },
        { label: 'Priority', cell: (incident) => <IncidentPriority {...incident} /> },
        { label: 'State', cell: ({ state }) => capitalise(state) },
        { label: 'Service', cell: ({ affected_service: service }) => service ?? '—' },
        { label: 'Opened', cell: ({ opened_at: at }) => <DateTime value={at} /> },
        {
          label: 'Resolved',
          cell: ({ resolved_at: at, state }) => (
            <DateTime value={at} fallback={state === 'canceled' ? 'Cancelled' : 'Not yet'} />
          ),
        },
      ]}
      rows={incidents}
      rowKey={({ number }) => number}
    />
  )
}

/** Reason why an incident is listed: named, confirmed or both. */
function IncidentOrigin({
  incident: { related_change: named, caused_by_change: cause },
  change,
  reference,
}: Omit<IncidentTableProps, 'incidents'> & { incident: Incident }) {
  const isOwn = cause === change
  return (
    <ul className="flex flex-col gap-0.5 text-xs">
      {named === change ? <li>Named by the incident</li> : null}
      {cause === null ? null : (
        <li>
          {isOwn ? 'Confirmed by the review ' : 'Confirmed as caused by '}
          {isOwn && reference === null ? null : (
            <TextLink
              href={isOwn ? pagePaths.review(change, 'incidents') : `${pagePaths.change(cause)}#incidents`}
              className="whitespace-nowrap"
            >
              {isOwn ? reference : cause}
            </TextLink>
          )}
        </li>
      )}
    </ul>
  )
}

/** The actions of a review. `today` is YYYY-MM-DD. */
export function ReviewImprovements({ reference, today }: { reference: string; today: string }) {
  return (
    <LoadedSection
      section="improvements"
      description="Actions from the review"
      query={useQuery(improvementsQuery(reference))}
      what="the improvements"
      rowsOf={({ result }) => result}
      empty="The review has no actions."
    >
      {({ result }) => <ActionTable actions={result} today={today} />}
    </LoadedSection>
  )
}

function ActionTable({ actions, today }: { actions: readonly Improvement[]; today: string }) {
  const nameOf = usePeopleNames(actions.map(({ owner }) => owner))
  return (
    <CardTable
      label="Improvements"
      columns={[
        {
          label: 'Action',
          isPrimary: true,
          cell: ({ id, title, category }) => (
            <>
              <RowLink href={pagePaths.improvement(id)}>{title}</RowLink>
              {category ? <span className="block text-xs text-muted">{capitalise(category)}</span> : null}
            </>
          ),
        },
        { label: 'Owner', cell: ({ owner }) => nameOf(owner) },
        { label: 'Due', cell: (action) => <DueDate improvement={action} today={today} /> },
        {
          label: 'Priority',
          cell: ({ priority }) =>
            priority ? <Badge tone={getPriorityTone(priority)}>{capitalise(priority)}</Badge> : '—',
        },
        {
          label: 'Status',
          cell: ({ status }) => <StatusBadge tone={statusTones[status]}>{improvementStatusLabels[status]}</StatusBadge>,
        },
      ]}
      rows={actions}
      rowKey={({ id }) => id}
    />
  )
}
