import { z } from 'zod'
import { endpoint, route } from '#lib/contracts/endpoint.ts'
import { EmailAddress, oneOf, Timestamp, text } from '#lib/contracts/primitives.ts'
import { objectiveAnswers } from './review-values.ts'

const replyChannels = ['link', 'account'] as const
export type ReplyChannel = (typeof replyChannels)[number]

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
    answer: oneOf(objectiveAnswers).nullable().describe('Whether the change worked for them; null before a reply'),
    remark: z.string().nullable().describe('Remark of the requester'),
    answered_at: Timestamp.nullable().describe('When it was answered'),
    answered_through: oneOf(replyChannels)
      .nullable()
      .describe('How it was answered: `link` sent to the requester, or signed in with their `account`; null before'),
  })
  .meta({ id: 'RequesterQuestion' })
export type RequesterQuestion = z.infer<typeof RequesterQuestion>

const exampleQuestion: RequesterQuestion = {
  id: 'qst_01jdh3m8w5c2v7k9q4r6t8y0ab',
  reference: 'PIR-2026-0042',
  requester: 'ada.lindqvist@example.org',
  requester_name: 'Ada Lindqvist',
  question: 'Did the new payments database work for you from Monday on?',
  asked_by_name: 'Noor Haddad',
  asked_at: '2026-03-09T13:20:00.000Z',
  expires_at: '2026-03-23T13:20:00.000Z',
  answer: null,
  remark: null,
  answered_at: null,
  answered_through: null,
}
const exampleSecret = 'Qm9yZWRvbV9pc19ub3RfYW5fb3B0aW9uX2hlcmU'

const OfReview = z.object({ reference: z.string().min(1).max(64).describe('Reference of the review') })
const Secret = z.object({
  secret: z.string().min(1).max(128).describe('The last part of the link, or the identifier of the question'),
})

export const listRequesterQuestions = endpoint({
  ...route('listRequesterQuestions', 'Discussion', 'GET', '/api/app/v1/reviews/{reference}/questions'),
  summary: 'List the questions to the requester with their replies, newest first',
  access: { role: 'viewer' },
  params: OfReview,
  response: z.object({
    result: z.array(RequesterQuestion).describe('At most 20, the maximum for a review'),
    requester: z
      .string()
      .nullable()
      .describe('E-mail address of the requester, if the change names one whom the caller may ask'),
  }),
  errors: ['not_found'],
  examples: {
    params: { reference: 'PIR-2026-0042' },
    response: { result: [exampleQuestion], requester: exampleQuestion.requester },
  },
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

export const askRequester = endpoint({
  ...route('askRequester', 'Discussion', 'POST', '/api/app/v1/reviews/{reference}/questions'),
  access: { role: 'reviewer', onlyPeople: true },
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
    answer: oneOf(objectiveAnswers).describe('Whether the change worked for them'),
    remark: z
      .string({ error: 'must be text' })
      .trim()
      .max(5_000, { error: 'must have at most 5,000 characters' })
      .describe('Remark'),
  })
  .meta({ id: 'RequesterAnswer' })

export const answerRequesterQuestion = endpoint({
  ...route('answerRequesterQuestion', 'Discussion', 'POST', '/api/app/v1/answers/{secret}'),
  summary: 'Reply to a question by its link; no sign-in is needed',
  description:
    'A question is answered once. After that, and after the link has expired, the response is 409. A signed-in requester can also reply with the identifier of the question; the person who asked, the reviewer and the implementer of the change cannot.',
  access: 'public',
  readsSession: true,
  params: Secret,
  body: RequesterAnswer,
  response: z.object({ answered_at: Timestamp.describe('When it was answered') }),
  status: 201,
  errors: ['not_found', 'conflict', 'forbidden'],
  examples: {
    params: { secret: exampleSecret },
    body: { answer: 'partly', remark: 'Reports were slow until noon.' },
    response: { answered_at: '2026-03-10T09:00:00.000Z' },
  },
})
