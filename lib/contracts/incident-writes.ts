import { z } from 'zod'
import { endpointsFor } from './endpoint.ts'
import { Incident, incident } from './incidents.ts'
import { identifier } from './primitives.ts'

/** The fields of an incident that its system of record sends. */
export const IncidentWrite = incident.writable
export type IncidentWrite = z.infer<typeof IncidentWrite>

const WrittenIncident = z.object({ number: identifier(64).describe('Incident identifier') })

const managingWriters = endpointsFor('Incidents', { system: 'itsm', scope: 'write', role: 'manager' }, '/api/itsm/v1')

export const putIncident = managingWriters.put('putIncident', '/incidents/{number}', {
  summary: 'Create or update an incident',
  description:
    'For the system of record. A field that is present is written, one that is absent keeps its value, null clears it. ' +
    'A new incident needs `opened_at`. An incident that is opened again loses its `resolved_at`. ' +
    'A record that stays the same is not written: no history entry, same `ETag`. ' +
    '`caused_by_change` is written by the review of a change.',
  params: WrittenIncident,
  body: IncidentWrite,
  response: Incident,
  creates: true,
  versioned: true,
  examples: {
    body: incident.sentExample,
  },
  errors: [],
})
