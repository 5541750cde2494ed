import { z } from 'zod'
import { endpoint, route } from '#lib/contracts/endpoint.ts'
import { CalendarDate, EmailAddress, oneOf, Timestamp, text } from '#lib/contracts/primitives.ts'
import { exampleHistoryEvent, HistoryEvent } from './history.ts'
import { ReviewReturn } from './review-marks.ts'
import { reviewSteps } from './review-values.ts'
import { Completion, exampleReview, ReferenceOfReview, reviewMove } from './reviews.ts'

const ReturnReason = z.strictObject({
  reason: text(2000),
})

/** The implementer of the change, as stated by a manager. */
const Implementer = EmailAddress.optional()

/** The body of a sign-off. */
const SignOff = Completion.extend({
  implementer: Implementer,
  submitted_at: Timestamp.optional(),
  change_updated_at: Timestamp.optional(),
})

const params = { reference: exampleReview.reference }

export const getSignOff = endpoint({
  ...route('getSignOff', 'Reviews', 'GET', '/api/app/v1/reviews/{reference}/sign-off'),
  summary: 'Get who may sign a review off, why it came back so far, and what changed since it was submitted',
  access: { role: 'viewer' },
  params: ReferenceOfReview,
  response: z.object({
    signers: z
      .array(z.object({ name: z.string().describe('Name'), email: z.string().describe('E-mail address') }))
      .describe('Accounts that may sign it off once it is submitted; empty when none is needed'),
    returns: z.array(ReviewReturn).describe('Every time it was returned or reopened, oldest first'),
    confirmers: z
      .array(z.object({ name: z.string().describe('Name'), email: z.string().describe('E-mail address') }))
      .describe('Accounts that may confirm its requested waiver; empty without a request'),
    changed_since: z
      .array(HistoryEvent)
      .describe(
        'Writes since the review was submitted, newest first, at most 100: to the change, to incidents that name or named it, to the reasons of the review, and to its actions; empty unless it awaits sign-off',
      ),
  }),
  errors: ['not_found'],
  examples: {
    params,
    response: {
      signers: [{ name: 'Henrike Vos', email: 'manager@hindsight.example' }],
      returns: [
        {
          kind: 'returned',
          at: '2026-03-10T08:15:00.000Z',
          by: 'Henrike Vos',
          reason: 'Say what the overrun cost.',
        },
      ],
      confirmers: [],
      changed_since: [exampleHistoryEvent],
    },
  },
})

export const submitReview = endpoint({
  ...route('submitReview', 'Reviews', 'POST', '/api/app/v1/reviews/{reference}/submission'),
  ...reviewMove,
  access: { role: 'reviewer', onlyPeople: true },
  body: z.strictObject({}),
})

export const withdrawReview = endpoint({
  ...route('withdrawReview', 'Reviews', 'POST', '/api/app/v1/reviews/{reference}/withdrawal'),
  ...reviewMove,
  access: { role: 'reviewer', onlyPeople: true },
  body: z.strictObject({}),
})

export const signOffReview = endpoint({
  ...route('signOffReview', 'Reviews', 'POST', '/api/app/v1/reviews/{reference}/sign-off'),
  ...reviewMove,
  access: { role: 'manager', onlyPeople: true },
  body: SignOff,
  errors: [...reviewMove.errors, 'precondition_failed'],
})

export const returnReview = endpoint({
  ...route('returnReview', 'Reviews', 'POST', '/api/app/v1/reviews/{reference}/return'),
  ...reviewMove,
  access: { role: 'manager', onlyPeople: true },
  body: ReturnReason.extend({
    step: oneOf(reviewSteps).optional(),
  }),
})

export const waiveReview = endpoint({
  ...route('waiveReview', 'Reviews', 'POST', '/api/app/v1/reviews/{reference}/waiver'),
  ...reviewMove,
  access: { role: 'manager', onlyPeople: true },
  body: ReturnReason,
})

export const confirmWaiver = endpoint({
  ...route('confirmWaiver', 'Reviews', 'POST', '/api/app/v1/reviews/{reference}/waiver/confirmation'),
  ...reviewMove,
  access: { role: 'manager', onlyPeople: true },
  body: z.strictObject({ implementer: Implementer }),
})

export const refuseWaiver = endpoint({
  ...route('refuseWaiver', 'Reviews', 'POST', '/api/app/v1/reviews/{reference}/waiver/refusal'),
  ...reviewMove,
  access: { role: 'manager', onlyPeople: true },
  body: ReturnReason,
})

export const extendReview = endpoint({
  ...route('extendReview', 'Reviews', 'POST', '/api/app/v1/reviews/{reference}/extension'),
  ...reviewMove,
  access: { role: 'manager', onlyPeople: true },
  body: ReturnReason.extend({ due_on: CalendarDate }),
})

export const reopenReview = endpoint({
  ...route('reopenReview', 'Reviews', 'POST', '/api/app/v1/reviews/{reference}/reopening'),
  ...reviewMove,
  access: { role: 'reviewer', onlyPeople: true },
  body: ReturnReason,
})
