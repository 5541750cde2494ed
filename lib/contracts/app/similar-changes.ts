import { z } from 'zod'
import { lessonFitKinds } from '#lib/contracts/articles.ts'
import { ChangeNumber, ReviewOutcome } from '#lib/contracts/changes.ts'
import { endpoint, route } from '#lib/contracts/endpoint.ts'
import { oneOf } from '#lib/contracts/primitives.ts'
import { ListedChange, QueueEntry } from './queue.ts'

export const SimilarChange = z
  .object({
    change: ListedChange.extend({
      actual_end: QueueEntry.shape.actual_end,
      pir_outcome: ReviewOutcome.describe('Outcome of its review'),
    }),
    score: z.int().describe('Sum of the points'),
    reasons: z
      .array(
        z.object({
          kind: oneOf(lessonFitKinds).describe('What the points are for'),
          points: z.int().describe('What it adds to the score'),
          reason: z.string().describe('Why, in words'),
        }),
      )
      .describe('Why it is similar'),
  })
  .meta({ id: 'SimilarChange' })
export type SimilarChange = z.infer<typeof SimilarChange>

export const listSimilarChanges = endpoint({
  ...route('listSimilarChanges', 'Changes', 'GET', '/api/app/v1/changes/{number}/similar-changes'),
  summary: 'The reviewed changes most similar to a change, with their outcomes',
  description:
    'Changes that share a service and words of the title, of the 200 that ended last on its services; at most 6. They are ranked by the points that lessons get for service, words and type.',
  access: { role: 'viewer' },
  params: ChangeNumber,
  response: z.object({ result: z.array(SimilarChange) }),
  errors: ['not_found'],
  examples: {
    params: { number: 'CHG0000042' },
    response: {
      result: [
        {
          change: {
            number: 'CHG0000017',
            title: 'Upgrade the payments database to PostgreSQL 17',
            state: 'closed',
            is_stub: false,
            actual_end: '2025-03-02T03:10:00.000Z',
            pir_completed: true,
            review_status: 'completed',
            pir_outcome: 'successful_with_issues',
          },
          score: 58,
          reasons: [
            { kind: 'service', points: 35, reason: 'Same service, payments-db' },
            { kind: 'text', points: 18, reason: 'Shares “upgrade”, “payments”, “postgresql”' },
            { kind: 'type', points: 5, reason: 'Also a normal change' },
          ],
        },
      ],
    },
  },
})
