import { z } from 'zod'
import * as clientRoutes from './client-routes.ts'
import { endpoint } from './endpoint.ts'
import { exampleIncident, Incident, incidentStates } from './incidents.ts'
import { identifier, lineText, oneOf, RecordedTimestamp } from './primitives.ts'

/** The limits of the fields of an incident that the system of record writes, through the API or an import. */
export const incidentRules = {
  short_description: lineText(1000),
  priority: lineText(64),
  state: oneOf(incidentStates),
  related_change: identifier(64),
  affected_service: lineText(200),
}

/** The values of fields that a new incident lacks. */
export const incidentDefaults = { short_description: '(no description)', priority: 'unspecified' } as const

/** The fields of an incident as its system of record sends them. */
export const IncidentWrite = z
  .strictObject({
    short_description: incidentRules.short_description.nullable().describe('What is wrong, in a line'),
    priority: incidentRules.priority
      .nullable()
      .describe(
        'As worded by the system of record, such as "2 - High"; `priority_level` is read from it, and null for a number alone',
      ),
    state: incidentRules.state.describe('Current status; a new incident without it is new, or resolved'),
    opened_at: RecordedTimestamp.describe('When it was opened; required for a new incident'),
    resolved_at: RecordedTimestamp.nullable().describe('When it was resolved; only for an incident that is not open'),
    related_change: incidentRules.related_change
      .nullable()
      .describe('Number of the one change that caused it, in any case; an unknown change becomes a stub'),
    affected_service: incidentRules.affected_service.nullable().describe('Service that it affects'),
  })
  .partial()
  .meta({ id: 'IncidentWrite' })
export type IncidentWrite = z.infer<typeof IncidentWrite>

const WrittenIncident = z.object({ number: identifier(64).describe('Incident identifier') })

export const putIncident = endpoint({
  ...clientRoutes.putIncident,
  summary: 'Create or update an incident',
  description:
    'For the system of record. A field that is present is written, one that is absent keeps its value, null clears it. ' +
    'A new incident needs `opened_at`. An incident that is opened again loses its `resolved_at`. ' +
    'A record that stays the same is not written: no history entry, same `ETag`. ' +
    '`caused_by_change` is written by the review of a change.',
  access: { system: 'itsm', scope: 'write', role: 'manager' },
  params: WrittenIncident,
  body: IncidentWrite,
  response: Incident,
  creates: true,
  versioned: true,
  examples: {
    params: { number: 'INC0000107' },
    body: {
      short_description: exampleIncident.short_description,
      priority: exampleIncident.priority,
      state: 'closed',
      opened_at: exampleIncident.opened_at,
      resolved_at: exampleIncident.resolved_at,
      related_change: 'CHG0000042',
      affected_service: exampleIncident.affected_service,
    },
    response: exampleIncident,
  },
})
