import { z } from 'zod'
import { endpoint, route } from '#lib/contracts/endpoint.ts'
import { CalendarDate, EmailAddress, oneOf, text } from '#lib/contracts/primitives.ts'

const leavingReasons = ['account_disabled', 'left_directory'] as const
const workKinds = ['review', 'action'] as const

export const LeaverWork = z
  .object({
    kind: oneOf(workKinds).describe('An open review, or an unfinished improvement action'),
    id: z.string().describe('Reference of the review, or identifier of the action'),
    title: z.string().describe('Title of the change, or of the action'),
    change_number: z.string().nullable().describe('Number of the change of a review; null for an action'),
    due_on: CalendarDate.nullable().describe('Due or target date'),
  })
  .meta({ id: 'LeaverWork' })
export type LeaverWork = z.infer<typeof LeaverWork>

export const Leaver = z
  .object({
    email: z.string().describe('E-mail address, in lower case'),
    name: z.string().nullable().describe('Name; null if unknown'),
    reason: oneOf(leavingReasons).describe('Why the person counts as having left'),
    open_reviews: z.int().min(0).describe('Open reviews of this person, without those that wait for sign-off'),
    unfinished_actions: z.int().min(0).describe('Unfinished improvement actions of this person'),
    work: z.array(LeaverWork).describe('The first 100 of them, due ones first'),
  })
  .meta({ id: 'Leaver' })
export type Leaver = z.infer<typeof Leaver>

const reassignment = z.object({
  kind: oneOf(workKinds).describe('An open review, or an unfinished improvement action'),
  id: z.string().describe('Reference of the review, or identifier of the action'),
  title: z.string().nullable().describe('Title of the change, or of the action'),
  result: oneOf(['done', 'refused']).describe('`refused` records are unchanged'),
  text: z.string().describe('What was done, or why not'),
})
export type Reassignment = z.infer<typeof reassignment>

const exampleWork: LeaverWork = {
  kind: 'review',
  id: 'PIR-2026-0042',
  title: 'Upgrade the payments database to PostgreSQL 18',
  change_number: 'CHG0000042',
  due_on: '2026-03-16',
}

export const listLeavers = endpoint({
  ...route('listLeavers', 'Accounts', 'GET', '/api/app/v1/leavers'),
  summary: 'List people who left and still have open reviews or unfinished actions',
  description:
    'A person left when their account is disabled, or when the directory has them as inactive. At most 50 are listed, those with the most work first.',
  access: { role: 'manager', onlyPeople: true },
  response: z.object({ result: z.array(Leaver), total_count: z.int().min(0) }),
  examples: {
    response: {
      result: [
        {
          email: 'callum.reid@hindsight.example',
          name: 'Callum Reid',
          reason: 'account_disabled',
          open_reviews: 1,
          unfinished_actions: 0,
          work: [exampleWork],
        },
      ],
      total_count: 1,
    },
  },
})

export const reassignWork = endpoint({
  ...route('reassignWork', 'Accounts', 'POST', '/api/app/v1/leavers/reassignments'),
  summary: 'Reassign open reviews and unfinished actions of a person to another',
  description:
    'Without `items`, up to 500 records of the person. Records are processed independently: the response is 200 and states for each what was done, or why not. The new assignee is notified.',
  access: { role: 'manager', onlyPeople: true },
  body: z.strictObject({
    from: EmailAddress.describe('Whose work it is'),
    to: EmailAddress.describe('Who gets it; reviews need the account of a reviewer, manager or admin'),
    items: z
      .array(text(64))
      .min(1, { error: 'must name at least one record' })
      .max(500, { error: 'must name at most 500 records' })
      .optional()
      .describe('References of reviews and identifiers of actions'),
  }),
  response: z.object({ results: z.array(reassignment) }),
  examples: {
    body: { from: 'callum.reid@hindsight.example', to: 'noor.haddad@hindsight.example' },
    response: {
      results: [
        {
          kind: 'review',
          id: exampleWork.id,
          title: exampleWork.title,
          result: 'done',
          text: 'Assigned to Noor Haddad.',
        },
      ],
    },
  },
})
