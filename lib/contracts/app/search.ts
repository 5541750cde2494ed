import { z } from 'zod'
import { ChangeState } from '#lib/contracts/changes.ts'
import { endpoint, route } from '#lib/contracts/endpoint.ts'
import { ImprovementStatus } from '#lib/contracts/improvements.ts'
import { incidentStates } from '#lib/contracts/incidents.ts'
import { oneOf, text } from '#lib/contracts/primitives.ts'
import { reviewStatuses } from './review-values.ts'

export const searchAll = endpoint({
  ...route('searchAll', 'Search', 'GET', '/api/app/v1/search'),
  summary: 'Search changes, reviews, incidents, people, improvements and articles; at most 6 of each',
  description:
    'Changes, reviews, incidents and articles by number, or a part of at least 3 characters with a digit; changes, incidents and improvements by words of the title or description among the newest 10,000; people by name or e-mail address, ignoring accents; articles by title, text, tag, technology and service of the source change.',
  access: { role: 'viewer' },
  query: z.strictObject({ q: text(100).describe('Parts of words; all must match') }),
  response: z.object({
    changes: z.array(z.object({ number: z.string(), title: z.string(), state: ChangeState })),
    reviews: z.array(
      z.object({
        reference: z.string(),
        status: oneOf(reviewStatuses),
        change: z.string().describe('Number of the change'),
        title: z.string().describe('Title of the change'),
      }),
    ),
    incidents: z.array(
      z.object({
        number: z.string(),
        short_description: z.string(),
        state: oneOf(incidentStates),
        change: z
          .string()
          .nullable()
          .describe('Change that a review confirmed as its cause, else the one that it names; null without either'),
        affected_service: z.string().nullable(),
      }),
    ),
    people: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        email: z.string(),
        has_left: z.boolean().describe('Whether the person left, so that they get no new work'),
        open_reviews: z.int().min(0).describe('Reviews assigned to the person that are not completed'),
      }),
    ),
    improvements: z.array(z.object({ id: z.string(), title: z.string(), status: ImprovementStatus })),
    articles: z.array(z.object({ id: z.string(), title: z.string() })),
  }),
  examples: {
    query: { q: 'postgres' },
    response: {
      changes: [{ number: 'CHG0000042', title: 'Upgrade the payments database to PostgreSQL 18', state: 'review' }],
      reviews: [],
      incidents: [
        {
          number: 'INC0000107',
          short_description: 'PostgreSQL refuses connections after the upgrade',
          state: 'closed',
          change: 'CHG0000042',
          affected_service: 'payments-db',
        },
      ],
      people: [],
      improvements: [],
      articles: [{ id: 'KB0000031', title: 'Measure an upgrade on a full copy' }],
    },
  },
})
