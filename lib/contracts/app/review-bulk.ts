import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { EmailAddress, oneOf, text } from '../primitives.ts'
import * as routes from '../routes.ts'
import { Role } from './accounts.ts'

const ReviewList = z
  .array(text(64).describe('Reference of a review, or the number of its change'))
  .min(1, { error: 'must name at least one review' })
  .max(100, { error: 'must name at most 100 reviews' })
  .describe('The reviews, each by its reference or by the number of its change')

/** What became of one review of the list, for each that was named and in the order in which they were. */
const result = <const Tokens extends readonly [string, ...string[]]>(tokens: Tokens, meaning: string) =>
  z.object({
    item: z.string().describe('As it was named in the request'),
    reference: z.string().nullable().describe('Reference of the review; null where there is none'),
    change_number: z.string().nullable().describe('Number of its change; null where there is none'),
    title: z.string().nullable().describe('Title of its change; null where there is none'),
    result: oneOf(tokens).describe(meaning),
    text: z.string().describe('What was done, or why not'),
  })

const doneOrRefused = result(['done', 'refused'], '`refused` ones stand as they stood')
export type BulkResult = z.infer<typeof doneOrRefused>

const completion = result(
  ['clean', 'completed', 'drawn', 'refused'],
  '`clean` in a dry run; `completed`; `drawn` for a full review instead; or `refused`, standing as it stood',
)
export type CompletionResult = z.infer<typeof completion>

const each = 'Every review is decided by itself: the answer is 200 and tells of each what was done, or why not.'

const exampleResult = {
  item: 'CHG0000042',
  reference: 'PIR-2026-0042',
  change_number: 'CHG0000042',
  title: 'Upgrade the payments database to PostgreSQL 18',
}

export const listReviewers = endpoint({
  ...routes.listReviewers,
  summary: 'List who can be given a review, with how many each has open, and the groups among whom they go round',
  access: { role: 'reviewer' },
  response: z.object({
    people: z.array(
      z.object({
        name: z.string().describe('Name of the person'),
        email: z.string().describe('E-mail address'),
        role: Role.describe('What the person may do'),
        open_reviews: z.int().min(0).describe('Reviews that wait for this person'),
      }),
    ),
    groups: z.array(
      z.object({
        id: z.string().describe('Identifier of the group'),
        name: z.string().describe('Name of the group'),
        members: z.int().min(0).describe('How many people it has'),
      }),
    ),
  }),
  examples: {
    response: {
      people: [{ name: 'Noor Haddad', email: 'reviewer@hindsight.example', role: 'reviewer', open_reviews: 3 }],
      groups: [{ id: 'grp_databases', name: 'Database reviewers', members: 4 }],
    },
  },
})

export const assignReviews = endpoint({
  ...routes.assignReviews,
  summary: 'Give open reviews to a person, or in turn to the members of a group',
  description: `${each} A manager may give any; a reviewer those that are theirs, and take one that nobody has. Who gets one is told.`,
  access: { role: 'reviewer' },
  body: z
    .strictObject({
      reviews: ReviewList,
      reviewer: EmailAddress.optional().describe('Account of a reviewer, manager or admin'),
      group_id: text(64).optional().describe('A group of reviewers, who get them in turn'),
    })
    .refine(({ reviewer, group_id }) => (reviewer === undefined) !== (group_id === undefined), {
      path: ['reviewer'],
      error: 'or group_id must be given, and not both',
    }),
  response: z.object({ results: z.array(doneOrRefused) }),
  examples: {
    body: { reviews: ['CHG0000042'], reviewer: 'reviewer@hindsight.example' },
    response: { results: [{ ...exampleResult, result: 'done', text: 'Given to Noor Haddad.' }] },
  },
})

export const remindReviewers = endpoint({
  ...routes.remindReviewers,
  summary: 'Remind the reviewers of open reviews; each at most once a day of the same review',
  description: each,
  access: { role: 'manager' },
  body: z.strictObject({ reviews: ReviewList }),
  response: z.object({ results: z.array(doneOrRefused) }),
  examples: {
    body: { reviews: ['PIR-2026-0042'] },
    response: { results: [{ ...exampleResult, result: 'done', text: 'Reminded Noor Haddad.' }] },
  },
})

export const completeCleanReviews = endpoint({
  ...routes.completeCleanReviews,
  summary: 'Complete the short reviews of clean, low-risk changes; a random tenth is drawn for full review instead',
  description: `${each} Clean is a change of low risk that kept its window, with no incident and no deviation, whose short form nobody has begun. Its form is written in the name of the caller, with a remark that says so.`,
  access: { role: 'manager' },
  body: z.strictObject({
    reviews: ReviewList,
    dry_run: z.boolean({ error: 'must be true or false' }).default(false).describe('Tell which are clean, and stop'),
  }),
  response: z.object({
    results: z.array(completion),
    sample_percent: z.int().min(0).max(100).describe('Share that is drawn for full review'),
  }),
  examples: {
    body: { reviews: ['PIR-2026-0042'], dry_run: true },
    response: { results: [{ ...exampleResult, result: 'refused', text: 'The risk is high.' }], sample_percent: 10 },
  },
})
