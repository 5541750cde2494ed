import { z } from 'zod'
import { ReviewOutcome } from '#lib/contracts/changes.ts'
import { endpoint, route } from '#lib/contracts/endpoint.ts'
import { Timestamp } from '#lib/contracts/primitives.ts'
import { ReviewSnapshot } from './review-snapshot.ts'
import { exampleReview, ReferenceOfReview } from './reviews.ts'

const ReviewVersion = z
  .object({
    number: z.int().min(1).describe('1 for the first completion'),
    completed_at: Timestamp.describe('When it was completed'),
    completed_by: z.string().describe('Name of the person who completed it'),
    signed_off_by: z.string().nullable().describe('Name of the person who signed it off; null when none was needed'),
    outcome: ReviewOutcome.describe('Outcome of the change'),
    // Published name of the content.
    said: ReviewSnapshot.describe('Content of the review'),
    reopened_at: Timestamp.nullable().describe('When it was reopened; null for the current one'),
    reopened_by: z.string().nullable().describe('Name of the person who reopened it'),
    reopen_reason: z.string().nullable().describe('Why it was reopened'),
  })
  .meta({ id: 'ReviewVersion' })
export type ReviewVersion = z.infer<typeof ReviewVersion>

const { steps } = exampleReview
const exampleSnapshot: ReviewSnapshot = {
  change: {
    number: exampleReview.change_number,
    implementation_plan: { steps: ['Stop the writers', 'Upgrade the replica'] },
    planned_start: '2026-03-01T01:00:00.000Z',
    planned_end: '2026-03-01T03:00:00.000Z',
    actual_start: '2026-03-01T01:05:00.000Z',
    actual_end: '2026-03-01T04:20:00.000Z',
  },
  forms: {
    plan: steps.plan.form,
    risk: steps.risk.form,
    incidents: steps.incidents.form,
    outcome: steps.outcome.form,
    improvements: steps.improvements.form,
    lessons: steps.lessons.form,
  },
  improvements: [
    {
      id: 'imp_0k3v9c8q1x7m2z5t',
      title: 'Rehearse major upgrades on a full copy',
      owner: 'ines.marchetti@hindsight.example',
      target_date: '2026-05-29',
      status: 'open',
    },
  ],
  proposed_outcome: 'successful_with_issues',
  pir_date: '2026-03-09',
}

export const listReviewVersions = endpoint({
  ...route('listReviewVersions', 'Reviews', 'GET', '/api/app/v1/reviews/{reference}/versions'),
  summary: 'Get the content of a review at each completion and today',
  access: { role: 'viewer' },
  params: ReferenceOfReview,
  response: z.object({
    versions: z.array(ReviewVersion).describe('Oldest first; empty before the first completion'),
    today: ReviewSnapshot.describe('Current content'),
  }),
  errors: ['not_found'],
  examples: {
    params: { reference: exampleReview.reference },
    response: {
      versions: [
        {
          number: 1,
          completed_at: '2026-03-09T14:01:00.000Z',
          completed_by: 'Henrike Vos',
          signed_off_by: 'Henrike Vos',
          outcome: 'successful_with_issues',
          said: exampleSnapshot,
          reopened_at: '2026-03-20T09:30:00.000Z',
          reopened_by: 'Henrike Vos',
          reopen_reason: 'A fourth incident came to light.',
        },
      ],
      today: { ...exampleSnapshot, proposed_outcome: null },
    },
  },
})
