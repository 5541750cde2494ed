import { z } from 'zod'
import { endpoint, route } from '#lib/contracts/endpoint.ts'
import { CalendarDate, EmailAddress, oneOf, Timestamp, text } from '#lib/contracts/primitives.ts'
import { exampleHistoryEvent, HistoryEvent } from './history.ts'
import { ReviewReturn } from './review-marks.ts'
import { reviewSteps } from './review-values.ts'
import { Completion, exampleReview, ReferenceOfReview, type Review, reviewMove } from './reviews.ts'

const ReturnReason = z.strictObject({
  reason: text(2000).describe('Why; stored in the history and shown with the review'),
})

/** The implementer of the change, as stated by a manager. */
const Implementer = EmailAddress.optional().describe(
  'Who implemented the change: an account or a person of the directory; required when `took_part.unstated` of the review is not empty',
)

/** The body of a sign-off. */
const SignOff = Completion.extend({
  implementer: Implementer,
  submitted_at: Timestamp.optional().describe('`submitted_at` of the review that you read'),
  change_updated_at: Timestamp.optional().describe('`updated_at` of its change that you read'),
})

const params = { reference: exampleReview.reference }
const submitted: Review = {
  ...exampleReview,
  status: 'awaiting_sign_off',
  needs_sign_off: true,
  submitted_at: '2026-03-09T14:01:00.000Z',
  submitted_by: 'reviewer@hindsight.example',
}
const inWork: Review = { ...exampleReview, needs_sign_off: true }

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
  summary: 'Submit a review that needs a sign-off',
  description:
    'Its forms are then read-only until it is signed off, returned or withdrawn. People who may sign it off are notified. When something is missing, the response is 409, as for a completion.',
  access: { role: 'reviewer', onlyPeople: true },
  body: z.strictObject({}),
  examples: { params, body: {}, response: submitted },
})

export const withdrawReview = endpoint({
  ...route('withdrawReview', 'Reviews', 'POST', '/api/app/v1/reviews/{reference}/withdrawal'),
  ...reviewMove,
  summary: 'Withdraw a submitted review; for its reviewer and the person who submitted it',
  access: { role: 'reviewer', onlyPeople: true },
  body: z.strictObject({}),
  examples: { params, body: {}, response: inWork },
})

export const signOffReview = endpoint({
  ...route('signOffReview', 'Reviews', 'POST', '/api/app/v1/reviews/{reference}/sign-off'),
  ...reviewMove,
  summary: 'Sign off and complete a review: review, change and history in one transaction',
  description:
    'For a manager or admin who took no part, by the history and the current fields: who neither reviewed it, nor submitted or completed it, nor changed an answer in it, was never named as the implementer of the change, and neither imported its outcome nor issued the token that wrote it; others get 403. When the change has named an implementer who is not in the directory, `implementer` states who it was, and must not be the caller. `submitted_at` and `change_updated_at` say what the caller read: when the review was submitted again since, or the change written, the response is 412 and nothing is signed. A change in state `review` is closed.',
  access: { role: 'manager', onlyPeople: true },
  body: SignOff,
  errors: [...reviewMove.errors, 'precondition_failed'],
  examples: {
    params,
    body: { submitted_at: '2026-03-09T14:01:00.000Z', change_updated_at: '2026-03-09T14:01:00.000Z' },
    response: {
      ...submitted,
      status: 'completed',
      signed_off_at: '2026-03-10T08:15:00.000Z',
      signed_off_by: 'Henrike Vos',
      completed_at: '2026-03-10T08:15:00.000Z',
      completed_by: 'Henrike Vos',
      completed_through: 'review',
      completions: 1,
      proposed_outcome: 'successful_with_issues',
    },
  },
})

export const returnReview = endpoint({
  ...route('returnReview', 'Reviews', 'POST', '/api/app/v1/reviews/{reference}/return'),
  ...reviewMove,
  summary: 'Return a review to its reviewer instead of signing it off, with a reason',
  access: { role: 'manager', onlyPeople: true },
  body: ReturnReason.extend({
    step: oneOf(reviewSteps).optional().describe('Step that the reason is about, where the reviewer continues'),
  }),
  examples: {
    params,
    body: { reason: 'Say what the overrun cost.', step: 'plan' },
    response: {
      ...inWork,
      returned: {
        kind: 'returned',
        at: '2026-03-10T08:15:00.000Z',
        by: 'Henrike Vos',
        reason: 'Say what the overrun cost.',
        step: 'plan',
      },
    },
  },
})

export const waiveReview = endpoint({
  ...route('waiveReview', 'Reviews', 'POST', '/api/app/v1/reviews/{reference}/waiver'),
  ...reviewMove,
  summary: 'Waive a review with a reason, or request its waiver if it needs a sign-off',
  description:
    'For an open review, by a manager who took no part, as at sign-off; its reviewer may only while no sign-off is required. A review that needs a sign-off stays open, with `waiver_requested`, until another manager confirms the waiver. A waived review leaves Today, the reminders and the counts of open reviews; its answers stay, and the review fields of the change are not written. Insights count it as waived. A manager can reopen it.',
  access: { role: 'manager', onlyPeople: true },
  body: ReturnReason,
  examples: {
    params,
    body: { reason: 'A duplicate of CHG0040011, which was reviewed.' },
    response: {
      ...exampleReview,
      status: 'waived',
      waived: {
        at: '2026-03-09T14:01:00.000Z',
        by: 'Henrike Vos',
        reason: 'A duplicate of CHG0040011, which was reviewed.',
        requested_by: null,
      },
    },
  },
})

export const confirmWaiver = endpoint({
  ...route('confirmWaiver', 'Reviews', 'POST', '/api/app/v1/reviews/{reference}/waiver/confirmation'),
  ...reviewMove,
  summary: 'Confirm the requested waiver of a review that needs a sign-off',
  description:
    'By a manager or admin who neither requested it nor took part, as at sign-off. The requester must have taken no part until now either. When the change has named an implementer who is not in the directory, `implementer` states who it was: neither of the two.',
  access: { role: 'manager', onlyPeople: true },
  body: z.strictObject({ implementer: Implementer }),
  examples: {
    params,
    body: {},
    response: {
      ...inWork,
      status: 'waived',
      waived: {
        at: '2026-03-09T15:20:00.000Z',
        by: 'Paolo Ferrand',
        reason: 'A duplicate of CHG0040011, which was reviewed.',
        requested_by: 'Henrike Vos',
      },
    },
  },
})

export const refuseWaiver = endpoint({
  ...route('refuseWaiver', 'Reviews', 'POST', '/api/app/v1/reviews/{reference}/waiver/refusal'),
  ...reviewMove,
  summary: 'Refuse the requested waiver of a review, with a reason, or withdraw one’s own',
  description: 'The review is open as before. Its reviewer and the manager who requested the waiver are notified.',
  access: { role: 'manager', onlyPeople: true },
  body: ReturnReason,
  examples: { params, body: { reason: 'It had an incident of priority 1.' }, response: inWork },
})

export const extendReview = endpoint({
  ...route('extendReview', 'Reviews', 'POST', '/api/app/v1/reviews/{reference}/extension'),
  ...reviewMove,
  summary: 'Extend the due date of an open review, with a reason',
  description:
    'By a manager who is not its reviewer, to a later date at most 30 days after the first one. The first due date stays in `first_due_on`, by which Insights count reviews on time, and `extensions` counts. Its reviewer is notified.',
  access: { role: 'manager', onlyPeople: true },
  body: ReturnReason.extend({ due_on: CalendarDate.describe('The new due date') }),
  examples: {
    params,
    body: { due_on: '2026-03-23', reason: 'The vendor delivers its root cause on 20 March.' },
    response: { ...exampleReview, due_on: '2026-03-23', first_due_on: '2026-03-16', extensions: 1 },
  },
})

export const reopenReview = endpoint({
  ...route('reopenReview', 'Reviews', 'POST', '/api/app/v1/reviews/{reference}/reopening'),
  ...reviewMove,
  summary: 'Reopen a completed review, with a reason; for its reviewer and managers',
  description:
    'The completed version is preserved. `pir_completed` of the change is false until the review is completed again; its reference, outcome, date and state stay those of the last completion.',
  access: { role: 'reviewer', onlyPeople: true },
  body: ReturnReason,
  examples: {
    params,
    body: { reason: 'A fourth incident came to light.' },
    response: {
      ...exampleReview,
      completions: 1,
      returned: {
        kind: 'reopened',
        at: '2026-03-20T09:30:00.000Z',
        by: 'Henrike Vos',
        reason: 'A fourth incident came to light.',
      },
    },
  },
})
