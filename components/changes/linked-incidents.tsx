'use client'

import { useQuery } from '@tanstack/react-query'
import { capitalised } from '#components/improvements/improvement-words.ts'
import { QueryStates } from '#components/layout/query-states.tsx'
import { Badge } from '#components/ui/badge.tsx'
import { CardBody } from '#components/ui/card.tsx'
import { DateTime } from '#components/ui/date-time.tsx'
import { SkeletonText } from '#components/ui/skeleton.tsx'
import { Td, Tr } from '#components/ui/table.tsx'
import { linkedIncidentsQuery } from '#lib/api/review-queries.ts'
import type { ChangeRecord } from '#lib/contracts/changes.ts'
import type { Incident } from '#lib/contracts/incidents.ts'
import { readPriorityLevel } from '#lib/domain/priority-level.ts'
import { SectionCard } from './section-card.tsx'
import { SectionTable } from './section-table.tsx'

/** The incidents whose link names the change. */
export function LinkedIncidents({ change }: { change: ChangeRecord }) {
  const incidents = useQuery(linkedIncidentsQuery(change.number))
  return (
    <SectionCard section="incidents" description="Those that name this change as their cause">
      <QueryStates
        query={incidents}
        failure="The incidents could not be loaded"
        skeleton={<SkeletonText lines={3} label="Loading the incidents" />}
      >
        {({ result }) =>
          result.length === 0 ? (
            <CardBody className="text-sm text-muted">
              No incident names this change. The review also looks at those that began on its services soon after.
            </CardBody>
          ) : (
            <IncidentTable incidents={result} />
          )
        }
      </QueryStates>
    </SectionCard>
  )
}

function IncidentTable({ incidents }: { incidents: readonly Incident[] }) {
  return (
    <SectionTable caption="Incidents" head={['Incident', 'Priority', 'State', 'Service', 'Opened', 'Resolved']}>
      {incidents.map((incident) => (
        <Tr key={incident.number}>
          <Td primary>
            <span className="font-medium">{incident.short_description}</span>
            <span className="block font-mono text-xs text-muted">{incident.number}</span>
          </Td>
          <Td label="Priority">
            <Badge tone={priorityTone(incident.priority)}>{incident.priority}</Badge>
          </Td>
          <Td label="State">{capitalised(incident.state)}</Td>
          <Td label="Service">{incident.affected_service ?? '—'}</Td>
          <Td label="Opened">
            <DateTime value={incident.opened_at} />
          </Td>
          <Td label="Resolved">
            <DateTime value={incident.resolved_at} fallback="Not yet" />
          </Td>
        </Tr>
      ))}
    </SectionTable>
  )
}

function priorityTone(priority: string) {
  const level = readPriorityLevel(priority)
  return level === 1 ? 'danger' : level === 2 ? 'warning' : 'neutral'
}
