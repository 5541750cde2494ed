import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { EmailAddress, oneOf, Timestamp, text } from '../primitives.ts'
import * as routes from '../routes.ts'
import { objectiveAnswers } from './review-values.ts'

const answerWays = ['link', 'account'] as const
export type AnswerWay = (typeof answerWays)[number]

export const RequesterQuestion = z
  .object({
    id: z.string().describe('Identifier of the question'),
    reference: z.string().describe('Reference of the review'),
    requester: z.string().describe('E-mail address of who is asked'),
    question: z.string().describe('What is asked'),
    asked_by_name: z.string().describe('Name of who asks'),
    asked_at: Timestamp.describe('When it was asked'),
    expires_at: Timestamp.describe('Until when it can be answered'),
    answer: oneOf(objectiveAnswers).nullable().describe('Whether the change worked for them; null while not answered'),
    remark: z.string().nullable().describe('What they said beside it'),
    answered_at: Timestamp.nullable().describe('When it was answered'),
    answered_through: oneOf(answerWays)
      .nullable()
      .describe('How it was answered: `link` sent to the requester, or signed in with their `account`; null while not'),
  })
  .meta({ id: 'RequesterQuestion' })
export type RequesterQuestion = z.infer<typeof RequesterQuestion>

const exampleQuestion: RequesterQuestion = {
  id: 'qst_01jdh3m8w5c2v7k9q4r6t8y0ab',
  reference: 'PIR-2026-0042',
  requester: 'ada.lindqvist@example.org',
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
  ...routes.listRequesterQuestions,
  summary: 'List what the requester was asked and answered, newest first',
  access: { role: 'viewer' },
  params: OfReview,
  response: z.object({
    result: z.array(RequesterQuestion).describe('At most 20, as many as a review can have'),
    requester: z
      .string()
      .nullable()
      .describe('E-mail address of the requester, where the change names one whom the caller can ask'),
  }),
  errors: ['not_found'],
  examples: {
    params: { reference: 'PIR-2026-0042' },
    response: { result: [exampleQuestion], requester: exampleQuestion.requester },
  },
})

export const NewRequesterQuestion = z
  .strictObject({
    requester: EmailAddress.describe('Who is asked'),
    question: text(1_000).describe('What is asked'),
    valid_days: z
      .int({ error: 'must be a whole number from 1 to 60' })
      .min(1, { error: 'must be at least 1' })
      .max(60, { error: 'must be at most 60' })
      .default(14)
      .describe('Days for which the link can be used'),
  })
  .meta({ id: 'NewRequesterQuestion' })

export const askRequester = endpoint({
  ...routes.askRequester,
  summary: 'Ask the requester whether the change worked for them',
  description:
    'The question goes out by e-mail with a link that expires, where mail is set up, and as a notification where the requester has an account. Nobody else sees the link. Without mail and account it is a conflict. The requester cannot be who asks, who reviews or who implemented the change.',
  access: { role: 'reviewer' },
  params: OfReview,
  body: NewRequesterQuestion,
  response: z.object({
    question: RequesterQuestion,
    is_mailed: z.boolean().describe('Whether the link goes out by e-mail'),
    is_notified: z.boolean().describe('Whether the account of the requester gets a notification'),
  }),
  status: 201,
  errors: ['not_found', 'conflict'],
  examples: {
    params: { reference: 'PIR-2026-0042' },
    body: { requester: exampleQuestion.requester, question: exampleQuestion.question, valid_days: 14 },
    response: { question: exampleQuestion, is_mailed: true, is_notified: false },
  },
})

export const RequesterAnswer = z
  .strictObject({
    answer: oneOf(objectiveAnswers).describe('Whether the change worked for them'),
    remark: z
      .string({ error: 'must be text' })
      .trim()
      .max(5_000, { error: 'must have at most 5,000 characters' })
      .describe('What they have to say beside it'),
  })
  .meta({ id: 'RequesterAnswer' })

export const answerRequesterQuestion = endpoint({
  ...routes.answerRequesterQuestion,
  summary: 'Answer a question by its link; no sign-in is needed',
  description:
    'It is answered once. After that, and once the link has expired, the answer is 409. Signed in, the requester can also answer by the identifier of the question; who asked, reviews or implemented the change cannot answer it.',
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
