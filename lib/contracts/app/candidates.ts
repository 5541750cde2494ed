import { z } from 'zod'
import { endpointsFor } from '#lib/contracts/endpoint.ts'
import { Incident, IncidentNumber } from '#lib/contracts/incidents.ts'
import { oneOf, Timestamp, text, wholeNumber } from '#lib/contracts/primitives.ts'
import { ListedChange, QueueEntry } from './queue.ts'

export const candidateParts = ['link', 'service', 'time', 'text', 'priority'] as const

const Score = {
  score: z.int().min(0).describe('Sum of the points'),
  parts: z
    .array(
      z.object({
        kind: oneOf(candidateParts).describe('What the points are for'),
        points: z.int().min(1).describe('What it adds to the score'),
        reason: z.string().describe('Why, in words'),
      }),
    )
    .describe('The parts of the score'),
}
const ScoredIncident = { incident: Incident, ...Score }

export const IncidentCandidate = z
  .object({
    ...ScoredIncident,
    is_confirmed: z.boolean().describe('Whether the review says that the change caused it'),
  })
  .meta({ id: 'IncidentCandidate' })
export type IncidentCandidate = z.infer<typeof IncidentCandidate>

const viewers = endpointsFor('Reviews', { role: 'viewer' })
const viewersIncidents = endpointsFor('Incidents', { role: 'viewer' })

export const listCandidates = viewers.get('listCandidates', '/changes/{number}/candidates', {
  summary: 'Rank the incidents that a change may have caused, likeliest first, with reasons',
  description:
    'Incidents that name the change, and incidents in the window that share a service or words with it and have enough points. Points are given for the link, the service, the time since the work, shared words (more for rare ones) and the priority. Incidents that the review rejected are not ranked again; they are listed separately with the reason.',
  params: z.object({ number: z.string().min(1).max(64).describe('Number of the change') }),
  query: z.strictObject({
    from: Timestamp.optional().describe('Start of the window; default: the start of the work'),
    to: Timestamp.optional().describe(
      `End of the window, at most 366 days after its start; default: 7 days after the end of the work`,
    ),
    service: text(200).optional().describe('The service to search by, for a change that names none'),
    limit: wholeNumber(1, 100).default(20).describe('Maximum number of candidates'),
  }),
  response: z.object({
    window: z
      .object({ from: Timestamp.nullable(), to: Timestamp.nullable() })
      .describe(
        'The searched window; null when the change has no times, and then only incidents that name it are listed',
      ),
    result: z.array(IncidentCandidate),
    total_count: z.int().min(0).describe('Total number of candidates'),
    rejected: z
      .array(z.object({ ...ScoredIncident, reason: z.string().describe('Reason given in the review') }))
      .describe('Incidents that the review rejected, inside or outside the window'),
  }),
  examples: {
    query: { from: '2026-03-01T01:05:00Z', to: '2026-03-08T04:20:00Z', limit: '20' },
  },
})

export const PossibleCause = z
  .object({
    change: ListedChange.extend({ review_reference: QueueEntry.shape.review_reference }),
    ...Score,
  })
  .meta({ id: 'PossibleCause' })
export type PossibleCause = z.infer<typeof PossibleCause>

export const listPossibleCauses = viewersIncidents.get('listPossibleCauses', '/incidents/{number}/possible-causes', {
  summary: 'Rank the changes that may have caused an incident, likeliest first, with reasons',
  description:
    'The candidates of a review seen from the incident, with the same points: the change that the incident names, and changes of whose usual window and services or words it is a candidate. At most 10, of the changes whose services, time and title give them the most points.',
  params: IncidentNumber,
  response: z.object({ result: z.array(PossibleCause) }),
})
