import { z } from 'zod'
import { endpointsFor } from '#lib/contracts/endpoint.ts'
import { ImprovementStatus } from '#lib/contracts/improvements.ts'
import { CalendarDate, oneOf, Timestamp } from '#lib/contracts/primitives.ts'
import { ListedChange, QueueEntry } from './queue.ts'
import { ReviewReturn, WaiverRequest } from './review-forms.ts'
import { reviewSteps, worklistSections } from './review-values.ts'

/** Maximum rows of a section; the queue lists the rest. */
export const worklistRows = 10

const WorklistEntry = QueueEntry.pick({
  number: true,
  title: true,
  type: true,
  risk: true,
  actual_end: true,
  review_status: true,
  review_reference: true,
  reviewer: true,
  reviewer_name: true,
  form_kind: true,
  reasons: true,
  due_on: true,
  due_in_days: true,
  age_days: true,
  reminded_at: true,
})
  .extend({
    submitted_at: Timestamp.nullable().describe('When it was submitted for sign-off'),
    open_step: oneOf([...reviewSteps, 'sign_off'])
      .nullable()
      .describe('First step of a begun review that lacks something; null for others and in the short form'),
    returned: ReviewReturn.nullable().describe('Why it was sent back or reopened; null for one that was not'),
    waiver_requested: WaiverRequest.nullable().describe('Its waiver that waits to be confirmed; null without one'),
  })
  .meta({ id: 'WorklistEntry' })
export type WorklistEntry = z.infer<typeof WorklistEntry>

const WorklistAction = z
  .object({
    id: z.string().describe('Identifier of the action'),
    title: z.string().describe('What is to be done, in a line'),
    source_ref: z.string().describe('Reference of its review'),
    target_date: CalendarDate.describe('Date by which it is to be done'),
    status: ImprovementStatus.describe('Current status'),
  })
  .meta({ id: 'WorklistAction' })

const WorklistVerification = z
  .object({
    id: z.string().describe('Identifier of the action'),
    title: z.string().describe('What was to be done, in a line'),
    source_ref: z.string().describe('Reference of its review'),
    evidence: z.string().nullable().describe('What shows that it is done'),
    done_at: Timestamp.nullable().describe('When it was set to done'),
    done_by: z.string().nullable().describe('E-mail address of the person, or name of the token, that set it to done'),
    done_by_name: z.string().nullable().describe('Name of that person; null when unknown'),
  })
  .meta({ id: 'WorklistVerification' })

const WorklistSectionRows = z
  .object({
    section: oneOf(worklistSections).describe(
      'sign_off: the caller may sign them off; confirm_waiver: the caller may confirm their waivers; returned: sent back to the caller or reopened; mine_overdue, mine: other reviews of the caller; submitted: reviews of the caller that others sign off; unassigned: nobody has them; overdue: others have them',
    ),
    query: z.string().describe('Filter of the queue for the whole section'),
    total_count: z.int().min(0).describe('Total number'),
    entries: z.array(WorklistEntry).describe('The first to be due'),
  })
  .meta({ id: 'WorklistSection' })
export type WorklistSectionRows = z.infer<typeof WorklistSectionRows>

const WorklistActions = z.object({
  total_count: z.int().min(0).describe('Actions that are open or in progress'),
  overdue_count: z.int().min(0).describe('Overdue ones among them'),
  entries: z.array(WorklistAction).describe('The first to be due'),
})

const WorklistVerifications = z.object({
  total_count: z.int().min(0).describe('Done actions that the person is asked to verify'),
  entries: z.array(WorklistVerification).describe('Those that wait longest'),
})

const WorklistChange = ListedChange.extend({
  part: oneOf(['implementer', 'requester']).describe('Whether the caller implements it, or only requested it'),
  lesson_count: z.int().min(0).describe('Published lessons of its review'),
}).meta({ id: 'WorklistChange' })
export type WorklistChange = z.infer<typeof WorklistChange>

const WorklistQuestion = z
  .object({
    id: z.string().describe('Identifier of the question, by which its requester answers it'),
    question: z.string().describe('The question'),
    number: z.string().describe('Number of the change'),
    title: z.string().describe('Title of the change'),
    asked_by_name: z.string().describe('Name of the person who asked'),
    expires_at: Timestamp.describe('Until when it can be answered'),
  })
  .meta({ id: 'WorklistQuestion' })

const WorklistCovered = z
  .object({
    email: z.string().describe('E-mail address of the absent person'),
    name: z.string().describe('Name of the absent person'),
    until: CalendarDate.describe('Last day of the absence'),
    reviews: WorklistSectionRows,
    verifications: WorklistVerifications,
    actions: WorklistActions,
  })
  .meta({ id: 'WorklistCovered' })
export type WorklistCovered = z.infer<typeof WorklistCovered>

export const Worklist = z
  .object({
    today: CalendarDate.describe('Today in the time zone of the organisation'),
    sections: z
      .array(WorklistSectionRows)
      .describe(
        'Reviews that wait for the caller, and for managers those without a reviewer and overdue ones of others',
      ),
    verifications: WorklistVerifications.describe('Done actions that the caller is asked to verify'),
    actions: WorklistActions.describe('Actions of the caller'),
    questions: z
      .object({
        total_count: z.int().min(0).describe('Open questions to the caller as the requester of a change'),
        entries: z.array(WorklistQuestion).describe('Those that expire first'),
      })
      .describe('Questions that the caller is asked to answer'),
    changes: z
      .object({
        query: z.string().describe('Filter of the queue for all of them'),
        total_count: z.int().min(0).describe('Total number'),
        entries: z.array(WorklistChange).describe('The last ended ones, then those to come'),
      })
      .describe('Changes that name the caller as implementer or requester'),
    covered: z.array(WorklistCovered).describe('Work of the people for whom the caller stands in today'),
  })
  .meta({ id: 'Worklist' })
export type Worklist = z.infer<typeof Worklist>

const viewers = endpointsFor('Reviews', { role: 'viewer' })

export const getWorklist = viewers.get('getWorklist', '/worklist', {
  summary: `Get what waits for the caller: ${worklistRows} rows and the total of each section`,
  description:
    'No review is in two sections, and a submitted one waits for the people who may sign it off. Sections `sign_off`, `confirm_waiver`, `unassigned` and `overdue` are for managers.',
  response: Worklist,
  examples: {
    response: {
      today: '2026-03-18',
      sections: [
        {
          section: 'unassigned',
          query: 'is_unassigned = true AND review_status IN (not_started, in_progress)',
          total_count: 1,
          entries: [
            {
              number: 'CHG0000042',
              title: 'Upgrade the payments database to PostgreSQL 18',
              type: 'normal',
              risk: 'high',
              actual_end: '2026-03-01T04:20:00.000Z',
              review_status: 'not_started',
              review_reference: 'PIR-2026-0042',
              reviewer: null,
              reviewer_name: null,
              form_kind: 'full',
              reasons: [{ rule_id: 'rule_high_risk', rule: 'High risk', text: 'The risk is rated high' }],
              due_on: '2026-03-16',
              due_in_days: -2,
              age_days: 16,
              reminded_at: null,
              submitted_at: null,
              open_step: null,
              returned: null,
              waiver_requested: null,
            },
          ],
        },
      ],
      verifications: {
        total_count: 1,
        entries: [
          {
            id: 'imp_0k3v9c8q1x7m2z5s',
            title: 'Alert on replication lag',
            source_ref: 'PIR-2026-0040',
            evidence: 'The alert fired in the drill of 12 March.',
            done_at: '2026-03-12T10:20:00.000Z',
            done_by: 'ines.marchetti@hindsight.example',
            done_by_name: 'Ines Marchetti',
          },
        ],
      },
      actions: {
        total_count: 1,
        overdue_count: 0,
        entries: [
          {
            id: 'imp_0k3v9c8q1x7m2z5t',
            title: 'Rehearse major upgrades on a full copy',
            source_ref: 'PIR-2026-0042',
            target_date: '2026-05-29',
            status: 'open',
          },
        ],
      },
      questions: {
        total_count: 1,
        entries: [
          {
            id: 'qst_01jdh3m8w5c2v7k9q4r6t8y0ab',
            question: 'Did the new payments database work for you from Monday on?',
            number: 'CHG0000042',
            title: 'Upgrade the payments database to PostgreSQL 18',
            asked_by_name: 'Noor Haddad',
            expires_at: '2026-03-23T13:20:00.000Z',
          },
        ],
      },
      changes: {
        query:
          'assigned_to IN (ines.marchetti@hindsight.example) OR requested_by IN (ines.marchetti@hindsight.example)',
        total_count: 1,
        entries: [
          {
            number: 'CHG0000042',
            title: 'Upgrade the payments database to PostgreSQL 18',
            state: 'review',
            is_stub: false,
            pir_completed: false,
            pir_outcome: null,
            review_status: 'not_started',
            part: 'requester',
            lesson_count: 0,
          },
        ],
      },
      covered: [],
    },
  },
})
