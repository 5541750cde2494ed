import { z } from 'zod'
import { endpointsFor } from '#lib/contracts/endpoint.ts'
import { EmailAddress, Flag, oneOf, text, wholeNumber } from '#lib/contracts/primitives.ts'
import { Role } from './accounts.ts'

const ReviewList = z
  .array(text(64).describe('Reference of a review, or the number of its change'))
  .min(1, { error: 'must name at least one review' })
  .max(100, { error: 'must name at most 100 reviews' })
  .describe('The reviews, each by its reference or by the number of its change')

/** The result for one of the named reviews, in the order of the request. */
const result = <const Tokens extends readonly [string, ...string[]]>(values: Tokens, meaning: string) =>
  z.object({
    item: z.string().describe('As named in the request'),
    reference: z.string().nullable().describe('Reference of the review; null without one'),
    change_number: z.string().nullable().describe('Number of its change; null without one'),
    title: z.string().nullable().describe('Title of its change; null without one'),
    result: oneOf(values).describe(meaning),
    text: z.string().describe('What was done, or why not'),
  })

const doneOrRefused = result(['done', 'refused'], '`refused` reviews are unchanged')
export type BulkResult = z.infer<typeof doneOrRefused>

const completion = result(
  ['clean', 'completed', 'drawn', 'refused'],
  '`clean` in a dry run; `completed`; `drawn` for a full review instead; or `refused` and unchanged',
)
export type CompletionResult = z.infer<typeof completion>

const each = 'Reviews are processed independently: the response is 200 and states for each what was done, or why not.'

const reviewers = endpointsFor('Reviews', { role: 'reviewer' })
const managers = endpointsFor('Reviews', { role: 'manager' })
const people = endpointsFor('Reviews', { role: 'manager', onlyPeople: true })

export const listReviewers = reviewers.get('listReviewers', '/reviewers', {
  summary: 'List the people who can be assigned reviews, with their number of open reviews, and the reviewer groups',
  description: 'The caller comes first, then the others by name.',
  query: z.strictObject({
    search: text(200)
      .optional()
      .describe('Words of the name or the e-mail address, in any case and with or without accents'),
    limit: wholeNumber(1, 100).default(20).describe('People in the response'),
  }),
  response: z.object({
    people: z.array(
      z.object({
        name: z.string().describe('Name of the person'),
        email: z.string().describe('E-mail address'),
        role: Role.describe('What the person may do'),
        open_reviews: z.int().min(0).describe('Open reviews of this person'),
      }),
    ),
    total_count: z.int().min(0).describe('People who match the search'),
    groups: z.array(
      z.object({
        id: z.string().describe('Identifier of the group'),
        name: z.string().describe('Name of the group'),
        members: z.int().min(0).describe('Number of members'),
      }),
    ),
  }),
  examples: {
    query: { search: 'noor' },
  },
})

export const assignReviews = reviewers.post('assignReviews', '/reviews/assignments', {
  summary: 'Assign open reviews to a person, or in turn to the members of a group',
  description: `${each} A manager may assign any; a reviewer may assign their own and take unassigned ones. New reviewers are notified.`,
  body: z
    .strictObject({
      reviews: ReviewList,
      reviewer: EmailAddress.optional().describe('Account of a reviewer, manager or admin'),
      group_id: text(64).optional().describe('A group of reviewers, who get them in turn'),
    })
    .refine(({ reviewer, group_id }) => (reviewer === undefined) !== (group_id === undefined), {
      path: ['reviewer'],
      error: 'or group_id is required, but not both',
    }),
  response: z.object({ results: z.array(doneOrRefused) }),
  examples: {
    body: { reviews: ['CHG0000042'], reviewer: 'reviewer@hindsight.example' },
  },
})

export const remindReviewers = managers.post('remindReviewers', '/reviews/reminders', {
  summary: 'Remind the reviewers of open reviews, at most once a day per review',
  description: each,
  body: z.strictObject({ reviews: ReviewList }),
  response: z.object({ results: z.array(doneOrRefused) }),
  examples: {
    body: { reviews: ['PIR-2026-0042'] },
  },
})

export const completeCleanReviews = people.post('completeCleanReviews', '/reviews/completions', {
  body: z.strictObject({
    reviews: ReviewList,
    dry_run: Flag.default(false),
  }),
  response: z.object({
    results: z.array(completion),
    sample_percent: z.int().min(0).max(100),
  }),
})
