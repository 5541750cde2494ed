import { Siren } from 'lucide-react'
import type { ListView } from '#components/list/list-view.ts'
import type { Incident } from '#lib/contracts/incidents.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'
import { incidentColumns } from './incident-columns.tsx'

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
