import { Siren } from 'lucide-react'
import type { ListColumn } from '#components/list/list-column.tsx'
import type { ListView } from '#components/list/list-view.ts'
import { timeColumn } from '#components/list/time-column.tsx'
import { RowLink } from '#components/ui/table/row-link.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import type { Incident } from '#lib/contracts/incidents.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'
import { IncidentPriority, IncidentState } from './incident-badges.tsx'

const incidentColumns: readonly ListColumn<Incident>[] = [
  {
    id: 'number',
    label: 'Number',
    fields: ['number'],
    isPrimary: true,
    sort: 'number',
    cellClass: 'stacked:hidden! font-mono text-xs',
    cell: ({ number }) => number,
  },
  {
    id: 'incident',
    label: 'Incident',
    fields: ['short_description'],
    isPrimary: true,
    cellClass: 'w-full max-w-0',
    cell: ({ number, short_description: text }) => (
      <div className="min-w-0">
        <RowLink
          href={pagePaths.incident(number)}
          title={text}
          className="block truncate stacked:leading-4.5 stacked:whitespace-normal max-sm:line-clamp-2"
        >
          {text || number}
        </RowLink>
        <span className="hidden truncate font-mono text-xs/4 font-normal text-muted stacked:block">{number}</span>
      </div>
    ),
  },
  {
    id: 'priority',
    label: 'Priority',
    fields: ['priority', 'priority_level'],
    isEvident: true,
    sort: 'priority',
    cell: (incident) => <IncidentPriority {...incident} />,
  },
  {
    id: 'state',
    label: 'State',
    fields: ['state'],
    isEvident: true,
    cell: (incident) => <IncidentState {...incident} />,
  },
  {
    id: 'service',
    label: 'Service',
    fields: ['affected_service'],
    shownFrom: '80rem',
    isEmpty: ({ affected_service: service }) => service === null,
    cell: ({ affected_service: service }) => service,
  },
  {
    id: 'change',
    label: 'Change',
    fields: ['related_change', 'caused_by_change'],
    isEvident: true,
    isEmpty: (incident) => findChange(incident) === null,
    cell: (incident) => <ChangeOfIncident incident={incident} />,
  },
  timeColumn('opened_at', { id: 'opened', label: 'Opened', sort: 'opened_at' }),
  timeColumn('resolved_at', {
    id: 'resolved',
    label: 'Resolved',
    sort: 'resolved_at',
    empty: 'Not yet',
    shownFrom: '90rem',
  }),
  timeColumn('updated_at', { id: 'updated', label: 'Updated', sort: 'updated_at', isOptional: true }),
]

const findChange = ({ caused_by_change: cause, related_change: named }: Incident) => cause ?? named

/** The change that a review confirmed as the cause, else the one that the incident names. */
function ChangeOfIncident({ incident }: { incident: Incident }) {
  const change = findChange(incident)
  if (change === null) return null
  return (
    <span className="flex items-baseline gap-1.5">
      <TextLink href={pagePaths.change(change)} className="font-mono text-xs">
        {change}
      </TextLink>
      <span className="text-xs text-muted">{incident.caused_by_change === null ? 'named' : 'confirmed'}</span>
    </span>
  )
}

export const incidentView: ListView<Incident> = {
  path: pagePaths.incidents,
  noun: ['incident', 'incidents'],
  title: 'Incidents',
  key: 'number',
  sort: '-opened_at',
  pageSize: 25,
  columns: incidentColumns,
  rowClass: 'whitespace-nowrap',
  hasColumnChoice: true,
  hasViews: true,
  opensRows: true,
  search: { placeholder: 'Number or description' },
  filter: {
    placeholder: 'priority_level <= 2 AND affected_service = payments-db',
    offer: { affected_service: 'services' },
    quick: [
      { label: 'Not resolved', conditions: ['resolved_at IS EMPTY'] },
      { label: 'Critical or high', conditions: ['priority_level <= 2'] },
      { label: 'Names a change', conditions: ['related_change IS NOT EMPTY'] },
      { label: 'Confirmed by a review', conditions: ['caused_by_change IS NOT EMPTY'] },
    ],
  },
  empty: { icon: Siren, text: 'A manager imports them from a file of your ITSM system.', imports: 'incidents' },
}
