import { z } from 'zod'
import { endpointsFor } from '#lib/contracts/endpoint.ts'
import { EmailAddress, oneOf, Timestamp, text } from '#lib/contracts/primitives.ts'
import { ReviewField, reviewForms } from './review-forms.ts'
import { objectiveAnswers, secondLookVerdicts } from './review-values.ts'

export const Comment = z
  .object({
    id: z.string().describe('Identifier of the comment'),
    reference: z.string().describe('Reference of the review'),
    field: ReviewField.nullable().describe('Field of the review that it is about; null for the whole review'),
    author: z.string().describe('E-mail address of the author'),
    author_name: z.string().describe('Name of the author'),
    body: z.string().describe('Plain text; `@Name` mentions a person'),
    mentions: z.array(z.string()).describe('E-mail addresses of the people it mentions'),
    created_at: Timestamp.describe('When it was written'),
    edited_at: Timestamp.nullable().describe('When it was last edited; null for never'),
  })
  .meta({ id: 'Comment' })
export type Comment = z.infer<typeof Comment>

const CommentText = z.strictObject({ body: text(10_000) })

/** A comment on the whole review, or on a field. */
const NewComment = CommentText.extend({
  field: ReviewField.optional().describe('Field of the review that it is about'),
})

const OfReview = z.object({ reference: z.string().min(1).max(64).describe('Reference of the review') })
const CommentId = z.object({ id: z.string().min(1).max(64).describe('Identifier of the comment') })

const viewers = endpointsFor('Discussion', { role: 'viewer' })
const people = endpointsFor('Discussion', { role: 'reviewer', onlyPeople: true })

export const listComments = viewers.get('listComments', '/reviews/{reference}/comments', {
  summary: 'List the comments on a review, oldest first, with the people who can be mentioned',
  params: OfReview,
  response: z.object({
    result: z.array(Comment).describe('At most 500, the maximum for a review'),
    people: z
      .array(
        z.object({
          name: z.string().describe('Name, as a mention writes it'),
          email: z.string().describe('E-mail address'),
        }),
      )
      .describe('People with an account, by name'),
  }),
})

export const addComment = people.post('addComment', '/reviews/{reference}/comments', {
  params: OfReview,
  body: NewComment,
  response: Comment,
  status: 201,
  errors: ['not_found', 'conflict'],
})

export const editComment = people.patch('editComment', '/comments/{id}', {
  params: CommentId,
  body: CommentText,
  response: Comment,
})

export const deleteComment = people.delete('deleteComment', '/comments/{id}', { params: CommentId })

const questionKinds = ['requester', 'second_look', 'stakeholder'] as const
export type QuestionKind = (typeof questionKinds)[number]

const replyChannels = ['link', 'account'] as const
export type ReplyChannel = (typeof replyChannels)[number]

const replyAnswers = [...objectiveAnswers, ...secondLookVerdicts] as const
export type ReplyAnswer = (typeof replyAnswers)[number]

const { checks: Checks } = reviewForms.plan.shape

export const RequesterQuestion = z
  .object({
    id: z.string().describe('Identifier of the question'),
    reference: z.string().describe('Reference of the review'),
    kind: oneOf(questionKinds).describe(
      'Of the requester, whether the change worked or, weeks later, how its result is; of a stakeholder, the checks',
    ),
    requester: z.string().describe('E-mail address of the requester or stakeholder'),
    requester_name: z.string().nullable().describe('Name of the requester or stakeholder; null when unknown'),
    question: z.string().describe('The question'),
    asked_by_name: z.string().describe('Name of the person who asked'),
    asked_at: Timestamp.describe('When it was asked'),
    expires_at: Timestamp.describe('When the link expires'),
    checks: Checks.describe('What a stakeholder is asked, with the answers; empty for a requester'),
    answer: oneOf(replyAnswers)
      .nullable()
      .describe(
        'Whether the change worked for them, or in a second look how it is now; null before a reply, and for a stakeholder',
      ),
    remark: z.string().nullable().describe('Remark of the requester; null for a stakeholder'),
    answered_at: Timestamp.nullable().describe('When it was answered'),
    answered_through: oneOf(replyChannels)
      .nullable()
      .describe('How it was answered: `link` that was sent, or signed in with their `account`; null before'),
  })
  .meta({ id: 'RequesterQuestion' })
export type RequesterQuestion = z.infer<typeof RequesterQuestion>
export const maxQuestions = 40
const exampleSecret = 'Qm9yZWRvbV9pc19ub3RfYW5fb3B0aW9uX2hlcmU'

const Secret = z.object({
  secret: z.string().min(1).max(128).describe('The last part of the link, or the identifier of the question'),
})

const anyone = endpointsFor('Discussion', 'public')

export const listRequesterQuestions = viewers.get('listRequesterQuestions', '/reviews/{reference}/questions', {
  summary: 'List the questions to the requester and to stakeholders with their replies, newest first',
  params: OfReview,
  response: z.object({
    result: z.array(RequesterQuestion).describe(`At most ${maxQuestions}, the maximum for a review`),
    requester: z
      .string()
      .nullable()
      .describe('E-mail address of the requester, if the change names one whom the caller may ask'),
  }),
})

const maxPeople = 20

const NewQuestion = z.strictObject({
  kind: oneOf(['requester', 'stakeholder']).describe(
    'Whether the requester is asked, or stakeholders the checks for them',
  ),
  people: z
    .array(EmailAddress, { error: 'must be a list of e-mail addresses' })
    .min(1, { error: 'must have an e-mail address' })
    .max(maxPeople, { error: `must have at most ${maxPeople} e-mail addresses` })
    .describe('E-mail addresses of those who are asked, each by a link of their own'),
  question: text(1_000).describe('The question'),
  valid_days: z
    .int({ error: 'must be a whole number from 1 to 60' })
    .min(1, { error: 'must be at least 1' })
    .max(60, { error: 'must be at most 60' })
    .default(14),
})

export const askQuestion = people.post('askQuestion', '/reviews/{reference}/questions', {
  params: OfReview,
  body: NewQuestion,
  response: z.object({
    questions: z.array(RequesterQuestion).describe('One for each person'),
    is_mailed: z.boolean().describe('Whether they are mailed; otherwise they are notified'),
  }),
  status: 201,
  errors: ['not_found', 'conflict'],
})

const RequesterAnswer = z
  .strictObject({
    answer: oneOf(replyAnswers)
      .nullable()
      .default(null)
      .describe('Whether the change worked for them, or in a second look how it is now; null for a stakeholder'),
    remark: z
      .string({ error: 'must be text' })
      .trim()
      .max(5_000, { error: 'must have at most 5,000 characters' })
      .default('')
      .describe('Remark'),
    checks: Checks.default([]).describe('Answers of a stakeholder, at least one'),
  })
  .meta({ id: 'RequesterAnswer' })

export const answerRequesterQuestion = anyone.post('answerRequesterQuestion', '/answers/{secret}', {
  summary: 'Reply to a question by its link; no sign-in is needed',
  description:
    'A question is answered once. After that, and after the link has expired, the response is 409. A signed-in requester can also reply with the identifier of the question; the person who asked, the reviewer and the implementer of the change cannot.',
  readsSession: true,
  params: Secret,
  body: RequesterAnswer,
  response: z.object({ answered_at: Timestamp.describe('When it was answered') }),
  status: 201,
  errors: ['not_found', 'conflict', 'forbidden'],
  examples: {
    params: { secret: exampleSecret },
    body: { answer: 'partly', remark: 'Reports were slow until noon.' },
  },
})
