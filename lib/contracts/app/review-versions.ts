import { z } from 'zod'
import { ChangeRecord, ReviewOutcome } from '#lib/contracts/changes.ts'
import { endpointsFor } from '#lib/contracts/endpoint.ts'
import { Improvement } from '#lib/contracts/improvements.ts'
import { CalendarDate, Timestamp } from '#lib/contracts/primitives.ts'
import { Attachment } from './attachments.ts'
import { reviewForms } from './review-forms.ts'
import { exampleReview, ReferenceOfReview } from './reviews.ts'

/** The content of a review at one time: the forms of its steps, its actions, and the change at that time. */
export const ReviewSnapshot = z
  .object({
    change: ChangeRecord.pick({
      number: true,
      implementation_plan: true,
      planned_start: true,
      planned_end: true,
      actual_start: true,
      actual_end: true,
    })
      .extend(ChangeRecord.pick({ objective: true, type: true, measures: true }).partial().shape)
      .describe('The change as it was reviewed'),
    forms: z.object(reviewForms).describe('The form of each step'),
    improvements: z
      .array(Improvement.pick({ id: true, title: true, owner: true, target_date: true, status: true }))
      .describe('Its improvement actions'),
    proposed_outcome: ReviewOutcome.nullable().describe('What the evidence suggested'),
    attachments: z
      .array(Attachment.pick({ id: true, step: true, name: true, size: true, sha256: true }))
      .optional()
      .describe('Its attachments and those of its comments; absent in versions that are older than attachments'),
    pir_date: CalendarDate.nullable().describe('Date of the review'),
  })
  .meta({ id: 'ReviewSnapshot' })
export type ReviewSnapshot = z.infer<typeof ReviewSnapshot>

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
    objective: 'Queries of the payments service take half as long.',
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

const viewers = endpointsFor('Reviews', { role: 'viewer' })

export const listReviewVersions = viewers.get('listReviewVersions', '/reviews/{reference}/versions', {
  summary: 'Get the content of a review at each completion and today',
  params: ReferenceOfReview,
  response: z.object({
    versions: z.array(ReviewVersion).describe('Oldest first; empty before the first completion'),
    today: ReviewSnapshot.describe('Current content'),
  }),
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
