import { z } from 'zod'
import { endpointsFor } from '#lib/contracts/endpoint.ts'
import { CalendarDate, EmailAddress, Flag, oneOf, Timestamp, text } from '#lib/contracts/primitives.ts'
import { HistoryEvent } from './history.ts'
import { ReviewReturn } from './review-forms.ts'
import { reviewSteps } from './review-values.ts'
import { Completion, ReferenceOfReview, ReviewForms, reviewMove } from './reviews.ts'
import { NewSecondLook } from './second-looks.ts'

const ReturnReason = z.strictObject({
  reason: text(2000),
})

/** The implementer of the change, as stated by a manager. */
const Implementer = EmailAddress.optional()

const SignOff = Completion.extend({
  implementer: Implementer,
  /** What the signer has seen: the submission of the review, and the last write of its change. */
  submitted_at: Timestamp,
  change_updated_at: Timestamp,
})

const Signer = z.object({ name: z.string().describe('Name'), email: z.string().describe('E-mail address') })

const viewers = endpointsFor('Reviews', { role: 'viewer' })
const reviewingPeople = endpointsFor('Reviews', { role: 'reviewer', onlyPeople: true })
const managingPeople = endpointsFor('Reviews', { role: 'manager', onlyPeople: true })

export const getSignOff = viewers.get('getSignOff', '/reviews/{reference}/sign-off', {
  summary: 'Get who may sign a review off, why it came back so far, and what changed since it was submitted',
  params: ReferenceOfReview,
  response: z.object({
    signers: z.array(Signer).describe('Accounts that may sign it off once it is submitted; empty when none is needed'),
    returns: z.array(ReviewReturn).describe('Every time it was returned or reopened, oldest first'),
    confirmers: z.array(Signer).describe('Accounts that may confirm its requested waiver; empty without a request'),
    changed_since: z
      .array(HistoryEvent)
      .describe(
        'Writes since the review was submitted, newest first, at most 100: to the change, to incidents that name or named it, to the reasons of the review, and to its actions; empty unless it awaits sign-off',
      ),
  }),
})

export const submitReview = reviewingPeople.post('submitReview', '/reviews/{reference}/submission', {
  ...reviewMove,
  body: z.strictObject({}),
})

export const withdrawReview = reviewingPeople.post('withdrawReview', '/reviews/{reference}/withdrawal', {
  ...reviewMove,
  body: z.strictObject({}),
})

export const signOffReview = managingPeople.post('signOffReview', '/reviews/{reference}/sign-off', {
  ...reviewMove,
  body: SignOff,
  errors: [...reviewMove.errors, 'precondition_failed'],
})

export const returnReview = managingPeople.post('returnReview', '/reviews/{reference}/return', {
  ...reviewMove,
  body: ReturnReason.extend({
    step: oneOf(reviewSteps).optional(),
  }),
})

export const waiveReview = managingPeople.post('waiveReview', '/reviews/{reference}/waiver', {
  ...reviewMove,
  body: ReturnReason,
})

export const confirmWaiver = managingPeople.post('confirmWaiver', '/reviews/{reference}/waiver/confirmation', {
  ...reviewMove,
  body: z.strictObject({ implementer: Implementer }),
})

export const refuseWaiver = managingPeople.post('refuseWaiver', '/reviews/{reference}/waiver/refusal', {
  ...reviewMove,
  body: ReturnReason,
})

export const extendReview = managingPeople.post('extendReview', '/reviews/{reference}/extension', {
  ...reviewMove,
  body: ReturnReason.extend({ due_on: CalendarDate }),
})

export const reopenReview = reviewingPeople.post('reopenReview', '/reviews/{reference}/reopening', {
  ...reviewMove,
  body: ReturnReason,
})

export const takeSecondLook = reviewingPeople.post('takeSecondLook', '/reviews/{reference}/second-look', {
  ...reviewMove,
  body: NewSecondLook,
})

export const findCleanCheck = viewers.get('findCleanCheck', '/reviews/{reference}/clean-check', {
  summary: 'Get the reasons why a review cannot be completed in the short form',
  description:
    'The review can be completed in the short form, alone or in bulk, while there are no faults and the review has rejected each of these incidents with a reason.',
  params: ReferenceOfReview,
  response: z.object({
    faults: z.array(z.string()).describe('Reasons in the change, or because the caller would complete the review'),
    linked_incidents: z.array(z.string()).describe('Numbers of the incidents that name the change'),
    urgent_incidents: z
      .array(z.string())
      .describe('Numbers of critical and high incidents on its services, from its start to 7 days after its end'),
  }),
})

export const chooseFullForm = reviewingPeople.post('chooseFullForm', '/reviews/{reference}/full-form', {
  ...reviewMove,
  body: z.strictObject({}),
})

export const publishLesson = reviewingPeople.post('publishLesson', '/reviews/{reference}/lessons/{key}/publication', {
  params: ReferenceOfReview.extend({ key: z.string().min(1).max(200) }),
  body: z.strictObject({
    mask_names: Flag,
  }),
  response: z.object({
    saved: ReviewForms.shape.lessons,
  }),
  status: 201,
  errors: ['not_found', 'conflict'],
})
