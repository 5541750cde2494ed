import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { ImprovementStatus } from '../improvements.ts'
import { CalendarDate, oneOf } from '../primitives.ts'
import * as routes from '../routes.ts'
import { QueueEntry } from './queue.ts'
import { worklistSections } from './review-values.ts'

/** Rows shown per section; the queue lists the rest. */
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
}).meta({ id: 'WorklistEntry' })
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

const Section = z
  .object({
    section: oneOf(worklistSections).describe(
      'mine: open reviews of the caller; sign_off: for managers the reviews that they may sign off, for others all that wait for it',
    ),
    query: z.string().describe('Filter of the queue for the whole section'),
    total_count: z.int().min(0).describe('Total number'),
    entries: z.array(WorklistEntry).describe('The first to be due'),
  })
  .meta({ id: 'WorklistSection' })
export type WorklistSectionRows = z.infer<typeof Section>

export const Worklist = z
  .object({
    today: CalendarDate.describe('Today in UTC'),
    sections: z.array(Section).describe('Sections of required reviews'),
    actions: z.object({
      total_count: z.int().min(0).describe('Actions of the caller that are open or in progress'),
      overdue_count: z.int().min(0).describe('Overdue ones among them'),
      entries: z.array(WorklistAction).describe('The first to be due'),
    }),
  })
  .meta({ id: 'Worklist' })
export type Worklist = z.infer<typeof Worklist>

export const getWorklist = endpoint({
  ...routes.getWorklist,
  name: 'getWorklist',
  summary: `Get the required reviews, their reviewers, age and reasons: ${worklistRows} rows and the total of each section`,
  access: { role: 'viewer' },
  response: Worklist,
  examples: {
    response: {
      today: '2026-03-18',
      sections: [
        {
          section: 'overdue',
          query: 'is_overdue = true',
          total_count: 1,
          entries: [
            {
              number: 'CHG0000042',
              title: 'Upgrade the payments database to PostgreSQL 18',
              type: 'normal',
              risk: 'high',
              actual_end: '2026-03-01T04:20:00.000Z',
              review_status: 'in_progress',
              review_reference: 'PIR-2026-0042',
              reviewer: 'reviewer@hindsight.example',
              reviewer_name: 'Noor Haddad',
              form_kind: 'full',
              reasons: [{ rule_id: 'rule_high_risk', rule: 'High risk', text: 'The risk is rated high' }],
              due_on: '2026-03-16',
              due_in_days: -2,
              age_days: 16,
              reminded_at: null,
            },
          ],
        },
      ],
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
    },
  },
})
