import { z } from 'zod'
import { endpointsFor } from './endpoint.ts'
import { FilterQuery, RecordPage } from './pages.ts'
import { identifier, lineText, oneOf, RecordedTimestamp, sortBy, Timestamp } from './primitives.ts'
import { field, key, record, written } from './record.ts'

export const incidentStates = ['new', 'in_progress', 'on_hold', 'resolved', 'closed', 'canceled'] as const

/** An incident (specification, section 2.2, with the additions of the contract). */
export const incident = record('Incident', {
  number: key(identifier(64), {
    description: 'Incident identifier',
    example: 'INC0000107',
    filter: { isNumber: true },
    columns: [
      'number',
      'incident_number',
      'incident_id',
      'incident',
      'ticket',
      'ticket_number',
      'issue_key',
      'key',
      'id',
    ],
    servicenow: 'number',
  }),
  short_description: written(z.string(), lineText(1000), {
    description: 'What is wrong, in a line',
    example: 'Card payments time out',
    default: '(no description)',
    columns: [
      'short_description',
      'title',
      'summary',
      'subject',
      'headline',
      'description',
      { join: ['category', 'subcategory', 'u_symptom', 'symptom'], with: ' / ' },
    ],
    servicenow: 'short_description',
  }),
  priority: written(z.string(), lineText(64), {
    description: 'As worded by the system of record, such as "2 - High"',
    example: '2 - High',
    default: 'unspecified',
    sentAs:
      'As worded by the system of record, such as "2 - High"; `priority_level` is read from it, and null for a number alone and for a wording without a known level: rules by priority leave such incidents out',
    columns: ['priority', 'prio', 'severity'],
    servicenow: 'priority',
  }),
  priority_level: field(z.int().min(0).max(5).nullable(), {
    description: 'Urgency read from the wording, most urgent first: 0 or 1 is critical, 5 planning; null when unclear',
    example: 2,
  }),
  state: written(oneOf(incidentStates), oneOf(incidentStates), {
    description: 'Current status',
    example: 'closed',
    sentAs: 'Current status; a new incident without it is new, or resolved',
    columns: ['state', 'incident_state', 'status'],
    servicenow: 'state',
  }),
  opened_at: written(Timestamp, RecordedTimestamp, {
    description: 'When it was opened',
    example: '2026-03-01T03:31:00.000Z',
    isRequired: true,
    sentAs: 'When it was opened; required for a new incident',
    columns: ['opened_at', 'opened', 'sys_created_on', 'sys_created_at', 'created_at', 'created', 'reported_at'],
    servicenow: 'opened_at',
  }),
  resolved_at: written(Timestamp.nullable(), RecordedTimestamp, {
    description: 'When it was resolved; null while open',
    example: '2026-03-01T04:40:00.000Z',
    sentAs: 'When it was resolved; only for an incident that is not open',
    columns: ['resolved_at', 'resolved', 'resolution_date', 'resolutiondate'],
    servicenow: 'resolved_at',
  }),
  related_change: written(z.string().nullable(), identifier(64), {
    description: 'Number of the change that caused it',
    example: 'CHG0000042',
    filter: { isNumber: true },
    sentAs: 'Number of the one change that caused it, in any case; an unknown change becomes a stub',
    columns: ['related_change', 'caused_by', 'caused_by_change', 'change_number', 'change_request', 'change'],
    servicenow: 'caused_by.number',
  }),
  caused_by_change: field(z.string().nullable(), {
    description: 'Number of the change whose review confirmed that it caused the incident; null while none did',
    example: 'CHG0000042',
    filter: { isNumber: true },
  }),
  affected_service: written(z.string().nullable(), lineText(200), {
    description: 'Service that it affects',
    example: 'payments-db',
    columns: ['affected_service', 'business_service', 'service', 'cmdb_ci', 'configuration_item', 'ci', 'category'],
    servicenow: ['business_service.name', 'cmdb_ci.name'],
  }),
  updated_at: field(Timestamp, {
    description: 'When the record was last written',
    example: '2026-03-02T09:00:00.000Z',
  }),
})
export const Incident = incident.schema
export type Incident = z.infer<typeof Incident>

export const IncidentNumber = z.object({ number: z.string().min(1).max(64).describe('Incident identifier') })

const IncidentSearch = z.string().trim().min(1).max(200).describe('Part of a number or a description, in any case')

const readers = endpointsFor('Incidents', { system: 'itsm', scope: 'read' }, '/api/itsm/v1')

export const getIncident = readers.get('getIncident', '/incidents/{number}', {
  summary: 'Get one incident',
  params: IncidentNumber,
  response: Incident,
  versioned: true,
})

export const listIncidents = readers.get('listIncidents', '/incidents', {
  summary: 'Query incidents',
  description:
    'Newest first. `related_change` is what the incident record says; `caused_by_change` is what the review of a change confirmed. Without `limit` a list has up to 1,000 records; see `total_count` and `Link` for the rest.',
  query: z.strictObject({
    query: FilterQuery.optional(),
    search: IncidentSearch.optional(),
    sort: sortBy(['number', 'priority', 'opened_at', 'resolved_at', 'updated_at']).optional(),
    ...RecordPage,
  }),
  filterFields: incident.filterFields,
  response: z.object({ result: z.array(Incident), total_count: z.int().min(0) }),
  examples: {
    query: {
      query: 'related_change = CHG0000042 OR (opened_at >= 2026-03-01T00:00:00Z AND affected_service = payments-db)',
    },
  },
})
