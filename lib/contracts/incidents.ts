import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import type { FilterFields } from './filter-fields.ts'
import { FilterQuery, RecordPage } from './pages.ts'
import { oneOf, sortBy, Timestamp } from './primitives.ts'
import * as routes from './routes.ts'

export const incidentStates = ['new', 'in_progress', 'on_hold', 'resolved', 'closed', 'canceled'] as const

/** An incident (specification, section 2.2, with the additions of the contract). */
export const Incident = z
  .object({
    number: z.string().describe('Incident identifier'),
    short_description: z.string().describe('What is wrong, in a line'),
    priority: z.string().describe('As worded by the system of record, such as "2 - High"'),
    priority_level: z
      .int()
      .min(0)
      .max(5)
      .nullable()
      .describe('Urgency read from the wording, most urgent first: 0 or 1 is critical, 5 planning; null when unclear'),
    state: oneOf(incidentStates).describe('Current status'),
    opened_at: Timestamp.describe('When it was opened'),
    resolved_at: Timestamp.nullable().describe('When it was resolved; null while open'),
    related_change: z.string().nullable().describe('Number of the change that caused it'),
    caused_by_change: z
      .string()
      .nullable()
      .describe('Number of the change whose review confirmed that it caused the incident; null while none did'),
    affected_service: z.string().nullable().describe('Service that it affects'),
    updated_at: Timestamp.describe('When the record was last written'),
  })
  .meta({ id: 'Incident' })
export type Incident = z.infer<typeof Incident>

export const incidentFields = {
  number: { type: 'text', isNumber: true, description: 'Incident identifier' },
  short_description: { type: 'text', description: 'What is wrong, in a line' },
  priority: { type: 'text', description: 'Priority, such as "2 - High"' },
  priority_level: { type: 'number', description: 'Urgency: 0 or 1 is critical, 5 planning; empty when unclear' },
  state: { type: 'text', values: incidentStates, description: 'Current status' },
  opened_at: { type: 'timestamp', description: 'When it was opened' },
  resolved_at: { type: 'timestamp', description: 'When it was resolved; empty while open' },
  related_change: { type: 'text', isNumber: true, description: 'Number of the change that caused it' },
  caused_by_change: {
    type: 'text',
    isNumber: true,
    description: 'Number of the change that a review confirmed as its cause',
  },
  affected_service: { type: 'text', description: 'Service that it affects' },
  updated_at: { type: 'timestamp', description: 'When the record was last written' },
} as const satisfies FilterFields

export const IncidentNumber = z.object({ number: z.string().min(1).max(64).describe('Incident identifier') })

const IncidentSearch = z.string().trim().min(1).max(200).describe('Part of a number or a description, in any case')

export const exampleIncident: Incident = {
  number: 'INC0000107',
  short_description: 'Card payments time out',
  priority: '2 - High',
  priority_level: 2,
  state: 'closed',
  opened_at: '2026-03-01T03:31:00.000Z',
  resolved_at: '2026-03-01T04:40:00.000Z',
  related_change: 'CHG0000042',
  caused_by_change: 'CHG0000042',
  affected_service: 'payments-db',
  updated_at: '2026-03-02T09:00:00.000Z',
}

export const getIncident = endpoint({
  ...routes.getIncident,
  summary: 'Get one incident',
  access: { system: 'itsm', scope: 'read' },
  params: IncidentNumber,
  response: Incident,
  errors: ['not_found'],
  versioned: true,
  examples: { params: { number: 'INC0000107' }, response: exampleIncident },
})

export const listIncidents = endpoint({
  ...routes.listIncidents,
  summary: 'Query incidents',
  description:
    'Newest first. `related_change` is what the incident record says; `caused_by_change` is what the review of a change confirmed. Without `limit` a list has up to 1,000 records; see `total_count` and `Link` for the rest.',
  access: { system: 'itsm', scope: 'read' },
  query: z.strictObject({
    query: FilterQuery.optional(),
    search: IncidentSearch.optional(),
    sort: sortBy(['number', 'priority', 'opened_at', 'resolved_at', 'updated_at']).optional(),
    ...RecordPage,
  }),
  filterFields: incidentFields,
  response: z.object({ result: z.array(Incident), total_count: z.int().min(0) }),
  errors: ['invalid_filter'],
  examples: {
    query: {
      query: 'related_change = CHG0000042 OR (opened_at >= 2026-03-01T00:00:00Z AND affected_service = payments-db)',
    },
    response: {
      result: [exampleIncident],
      total_count: 1,
    },
  },
})
