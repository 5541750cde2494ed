import { z } from 'zod'
import { ReviewOutcome } from '#lib/contracts/changes.ts'
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

const WorklistSecondLook = z
  .object({
    number: z.string().describe('Number of the change'),
    title: z.string().describe('Title of the change'),
    outcome: ReviewOutcome.nullable().describe('Outcome of its review'),
    completed_at: Timestamp.nullable().describe('When the review was completed'),
    second_look_on: CalendarDate.describe('Since when it is due'),
  })
  .meta({ id: 'WorklistSecondLook' })

const WorklistConfirmation = z
  .object({
    kind: oneOf(['conclusion', 'standard_change']).describe('What another manager wrote or decided'),
    id: z.string().describe('The quarter of a conclusion, or the change model of a decision'),
    written_by: z.string().describe('Name of the manager who wrote it last'),
    written_at: Timestamp.describe('When'),
  })
  .meta({ id: 'WorklistConfirmation' })

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
    second_looks: z
      .object({
        total_count: z.int().min(0).describe('Completed reviews of the caller whose change is to be looked at again'),
        entries: z.array(WorklistSecondLook).describe('Those that wait longest'),
      })
      .describe('Results of changes that the caller is asked to look at again'),
    confirmations: z
      .object({
        total_count: z
          .int()
          .min(0)
          .describe('Conclusions of quarters and decisions on change models by other managers'),
        entries: z.array(WorklistConfirmation).describe('Those that wait longest'),
      })
      .describe('What the caller may sign or confirm as the second manager'),
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
    'No review is in two sections, and a submitted one waits for the people who may sign it off. Sections `sign_off`, `confirm_waiver`, `unassigned` and `overdue`, and `confirmations`, are for managers.',
  response: Worklist,
})
