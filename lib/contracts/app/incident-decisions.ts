import { z } from 'zod'
import { endpoint, route } from '#lib/contracts/endpoint.ts'
import { IncidentNumber } from '#lib/contracts/incidents.ts'
import { oneOf, Timestamp } from '#lib/contracts/primitives.ts'
import { incidentDecisions, reviewStatuses } from './review-values.ts'

export const IncidentDecision = z
  .object({
    reference: z.string().describe('Reference of the review'),
    review_status: oneOf(reviewStatuses).describe('Status of the review'),
    change: z.string().describe('Number of the reviewed change'),
    title: z.string().nullable().describe('Title of the change; null when the change is unknown'),
    decision: oneOf(incidentDecisions).describe('Whether the change caused the incident'),
    reason: z.string().describe('Why; may be empty'),
    decided_by: z.string().describe('Name of the person who decided'),
    decided_at: Timestamp.describe('When it was decided'),
  })
  .meta({ id: 'IncidentDecision' })
export type IncidentDecision = z.infer<typeof IncidentDecision>

export const listIncidentDecisions = endpoint({
  ...route('listIncidentDecisions', 'Incidents', 'GET', '/api/app/v1/incidents/{number}/decisions'),
  summary: 'The decisions of reviews about an incident, newest first; at most 100',
  access: { role: 'viewer' },
  params: IncidentNumber,
  response: z.object({ result: z.array(IncidentDecision) }),
  errors: ['not_found'],
  examples: {
    params: { number: 'INC0000107' },
    response: {
      result: [
        {
          reference: 'PIR-2026-0042',
          review_status: 'completed',
          change: 'CHG0000042',
          title: 'Upgrade the payments database to PostgreSQL 18',
          decision: 'confirmed',
          reason: 'Connections were refused from the moment of the upgrade.',
          decided_by: 'Noor Haddad',
          decided_at: '2026-03-09T13:40:00.000Z',
        },
      ],
    },
  },
})
