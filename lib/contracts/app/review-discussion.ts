import { z } from 'zod'
import { endpointsFor } from '#lib/contracts/endpoint.ts'
import { EmailAddress, oneOf, Timestamp, text } from '#lib/contracts/primitives.ts'
import { ReviewField } from './review-forms.ts'
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

const replyChannels = ['link', 'account'] as const
export type ReplyChannel = (typeof replyChannels)[number]

const replyAnswers = [...objectiveAnswers, ...secondLookVerdicts] as const
export type ReplyAnswer = (typeof replyAnswers)[number]

export const RequesterQuestion = z
  .object({
    id: z.string().describe('Identifier of the question'),
    reference: z.string().describe('Reference of the review'),
    requester: z.string().describe('E-mail address of the requester'),
    requester_name: z.string().nullable().describe('Name of the requester; null when unknown'),
    question: z.string().describe('The question'),
    asked_by_name: z.string().describe('Name of the person who asked'),
    asked_at: Timestamp.describe('When it was asked'),
    expires_at: Timestamp.describe('When the link expires'),
    is_second_look: z.boolean().describe('Whether it asks how the result is now, weeks after the review'),
    answer: oneOf(replyAnswers)
      .nullable()
      .describe('Whether the change worked for them, or in a second look how it is now; null before a reply'),
    remark: z.string().nullable().describe('Remark of the requester'),
    answered_at: Timestamp.nullable().describe('When it was answered'),
    answered_through: oneOf(replyChannels)
      .nullable()
      .describe('How it was answered: `link` sent to the requester, or signed in with their `account`; null before'),
  })
  .meta({ id: 'RequesterQuestion' })
export type RequesterQuestion = z.infer<typeof RequesterQuestion>
const exampleSecret = 'Qm9yZWRvbV9pc19ub3RfYW5fb3B0aW9uX2hlcmU'

const Secret = z.object({
  secret: z.string().min(1).max(128).describe('The last part of the link, or the identifier of the question'),
})

const anyone = endpointsFor('Discussion', 'public')

export const listRequesterQuestions = viewers.get('listRequesterQuestions', '/reviews/{reference}/questions', {
  summary: 'List the questions to the requester with their replies, newest first',
  params: OfReview,
  response: z.object({
    result: z.array(RequesterQuestion).describe('At most 20, the maximum for a review'),
    requester: z
      .string()
      .nullable()
      .describe('E-mail address of the requester, if the change names one whom the caller may ask'),
  }),
})

export const NewRequesterQuestion = z.strictObject({
  requester: EmailAddress.describe('E-mail address of the requester'),
  question: text(1_000).describe('The question'),
  valid_days: z
    .int({ error: 'must be a whole number from 1 to 60' })
    .min(1, { error: 'must be at least 1' })
    .max(60, { error: 'must be at most 60' })
    .default(14),
})

export const askRequester = people.post('askRequester', '/reviews/{reference}/questions', {
  params: OfReview,
  body: NewRequesterQuestion,
  response: z.object({
    question: RequesterQuestion,
    is_mailed: z.boolean(),
    is_notified: z.boolean(),
  }),
  status: 201,
  errors: ['not_found', 'conflict'],
})

export const RequesterAnswer = z
  .strictObject({
    answer: oneOf(replyAnswers).describe('Whether the change worked for them, or in a second look how it is now'),
    remark: z
      .string({ error: 'must be text' })
      .trim()
      .max(5_000, { error: 'must have at most 5,000 characters' })
      .describe('Remark'),
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
