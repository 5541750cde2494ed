import { z } from 'zod'
import { ReviewOutcome } from '#lib/contracts/changes.ts'
import { endpointsFor } from '#lib/contracts/endpoint.ts'
import { CalendarDate, lineText, oneOf, RecordedDate, Timestamp } from '#lib/contracts/primitives.ts'
import { AskedCheck } from './checks.ts'
import {
  AnyForm,
  ApiWrite,
  fillExample,
  OwedReason,
  ReviewReturn,
  type ReviewStep,
  reviewForms,
  WaiverRequest,
} from './review-forms.ts'
import { completionWays, partKinds, reviewFormKinds, reviewStatuses, reviewSteps } from './review-values.ts'
import { secondLookFields } from './second-looks.ts'

/** A saved step. Each step has its own version, so that two people can work on different steps at the same time. */
const saved = <Form extends z.ZodType>(form: Form) =>
  z.object({
    form,
    version: z.int().min(0).describe('0 while nothing is saved; the form is then prefilled from the change'),
    saved_at: Timestamp.nullable().describe('When it was saved'),
    saved_by: z.string().nullable().describe('Name of the person who saved it'),
  })

export const ReviewForms = z.object({
  plan: saved(reviewForms.plan),
  risk: saved(reviewForms.risk),
  incidents: saved(reviewForms.incidents),
  outcome: saved(reviewForms.outcome),
  improvements: saved(reviewForms.improvements),
  lessons: saved(reviewForms.lessons),
})
export type ReviewForms = z.infer<typeof ReviewForms>
export type SavedStep<Step extends ReviewStep> = ReviewForms[Step]

/** The people who took part in a change or its review. */
export const Participation = z.object({
  parts: z
    .array(
      z.object({
        kind: oneOf(partKinds).describe('What the person did'),
        person: z.string().describe('E-mail address of an account or of a person in the directory'),
        names: z.array(z.string()).optional().describe('Names that the person has or had'),
      }),
    )
    .describe('Each part once; none of these people signs the review off or waives it; who only `listed` may sign'),
  unresolved: z
    .array(z.string())
    .describe('Texts other than a known e-mail address by which the change has ever named its implementer'),
  unstated: z
    .array(z.string())
    .describe('Those that name nobody in the directory, and of whom no manager has stated yet who it was'),
})
export type Participation = z.infer<typeof Participation>

export const Review = z
  .object({
    reference: z.string().describe('Such as PIR-2026-0042'),
    change_number: z.string().describe('Number of the change'),
    status: oneOf(reviewStatuses).describe('Status; read-only once submitted'),
    reviewer: z.string().nullable().describe('E-mail address of the reviewer; null while nobody is assigned'),
    reviewer_name: z.string().nullable().describe('Name of the reviewer'),
    form_kind: oneOf(reviewFormKinds).describe('The full form, or the short one for clean changes'),
    reasons: z.array(OwedReason).describe('Why it is required; empty for one that was started voluntarily'),
    due_on: CalendarDate.nullable().describe('Date by which it is due; null when the policy set none'),
    first_due_on: CalendarDate.nullable().describe(
      'Date by which it was due at first; null unless it was extended or reopened since',
    ),
    extensions: z.int().min(0).describe('How often its due date was extended'),
    needs_sign_off: z
      .boolean()
      .describe(
        'Whether somebody else has to sign it off: the policy requires it by the current record and rules or has required it since the work began, or the reviewer implemented the change or may have',
      ),
    started_at: Timestamp.nullable().describe('When the reviewer started it; null before'),
    submitted_at: Timestamp.nullable().describe('When it was submitted for sign-off'),
    submitted_by: z.string().nullable().describe('E-mail address of the person who submitted it'),
    writers: z.array(z.string()).describe('E-mail addresses of everyone who has ever changed an answer'),
    took_part: Participation.describe('Who took part, besides the people named in this record'),
    implementer: z
      .string()
      .nullable()
      .describe('E-mail address of the implementer as a manager stated it; null when the change names a known person'),
    ...secondLookFields,
    waived: z
      .object({
        at: Timestamp.describe('When'),
        by: z.string().nullable().describe('Name of the manager; null because the change was cancelled'),
        reason: z.string().describe('Why'),
        requested_by: z
          .string()
          .nullable()
          .describe('Name of the manager who requested it; null when nobody had to confirm it'),
      })
      .nullable()
      .describe('Why it is not required any more; null unless its status is `waived`'),
    waiver_requested: WaiverRequest.nullable().describe(
      'A waiver that another manager has to confirm, because the review needs a sign-off; null without one',
    ),
    returned: ReviewReturn.nullable().describe(
      'Why it was returned or reopened; null once it is submitted or completed again',
    ),
    signed_off_at: Timestamp.nullable().describe('When it was signed off'),
    signed_off_by: z.string().nullable().describe('Name of the person who signed it off'),
    proposed_outcome: ReviewOutcome.nullable().describe('What the evidence suggested when it was completed'),
    checks: z
      .array(AskedCheck)
      .describe('The checks that it asks now, in order; none once it is submitted, when its form has them all'),
    steps: ReviewForms.describe('The form of each step, as it is saved'),
    completed_at: Timestamp.nullable().describe('When it was completed; null again once it is reopened'),
    completed_by: z.string().nullable().describe('Name of the person or token that completed it'),
    completed_through: oneOf(completionWays)
      .nullable()
      .describe('Completed in the pages (`review`) or by a token (`api`); null while it is open'),
    set_through_api: ApiWrite.nullable().describe(
      'Fields that a token set on the change to submit the review, or after its completion',
    ),
    completions: z.int().min(0).describe('How often it was completed'),
    created_at: Timestamp.describe('When it was created, by the policy or by the person who started it'),
    updated_at: Timestamp.describe('When it was last written, also by an assignment or a reminder'),
  })
  .meta({ id: 'Review' })
export type Review = z.infer<typeof Review>

const exampleLesson = {
  key: 'lesson-1',
  title: 'Measure an upgrade on a full copy',
  content: 'The window was planned from a copy a tenth of the size.',
  polarity: 'negative' as const,
  category: 'planning',
  tags: ['upgrade', 'window'],
  technologies: ['postgresql'],
  article_id: 'kb_01jd',
}
const exampleSave = { version: 1, saved_at: '2026-03-09T13:40:00.000Z', saved_by: 'Noor Haddad' }
const exampleCheck = {
  check: 'told_in_time',
  version: 1,
  wording: 'Was everybody whom it affects told in time?',
  kind: 'yes_no' as const,
}
export const exampleReview: Review = {
  reference: 'PIR-2026-0042',
  change_number: 'CHG0000042',
  status: 'in_progress',
  second_look_on: null,
  second_look: null,
  waived: null,
  waiver_requested: null,
  reviewer: 'reviewer@hindsight.example',
  reviewer_name: 'Noor Haddad',
  form_kind: 'full',
  reasons: [{ rule_id: 'rule_high_risk', rule: 'High risk', text: 'The risk is rated high' }],
  due_on: '2026-03-16',
  first_due_on: null,
  extensions: 0,
  needs_sign_off: false,
  started_at: '2026-03-09T13:00:00.000Z',
  submitted_at: null,
  submitted_by: null,
  writers: ['reviewer@hindsight.example'],
  took_part: { parts: [{ kind: 'implemented', person: 'tomas.lind@hindsight.example' }], unresolved: [], unstated: [] },
  implementer: null,
  returned: null,
  signed_off_at: null,
  signed_off_by: null,
  proposed_outcome: null,
  checks: [{ ...exampleCheck, options: [], expected: 'yes', is_required: false }],
  steps: {
    plan: {
      form: fillExample('plan', {
        steps: [
          { key: 'implementation_plan/steps/0#31de7c46', result: 'done', note: '' },
          { key: 'implementation_plan/steps/1#6f71ef0b', result: 'deviated', note: 'Took twice as long as planned.' },
        ],
        checks: [{ ...exampleCheck, answer: 'no', note: 'The night shift was not.', is_expected: false }],
      }),
      ...exampleSave,
    },
    risk: { form: fillExample('risk'), ...exampleSave },
    incidents: {
      form: fillExample('incidents', {
        decisions: [{ incident: 'INC0000107', decision: 'confirmed', reason: 'Writers were started too early.' }],
      }),
      ...exampleSave,
    },
    outcome: { form: fillExample('outcome'), ...exampleSave },
    improvements: { form: fillExample('improvements'), version: 0, saved_at: null, saved_by: null },
    lessons: { form: fillExample('lessons', { drafts: [exampleLesson] }), ...exampleSave },
  },
  completed_at: null,
  completed_by: null,
  completed_through: null,
  set_through_api: null,
  completions: 0,
  created_at: '2026-03-09T13:00:00.000Z',
  updated_at: '2026-03-09T13:40:00.000Z',
}

export const ReferenceOfReview = z.object({ reference: z.string().min(1).max(64).describe('Reference of the review') })
const StepOfReview = ReferenceOfReview.extend({ step: oneOf(reviewSteps).describe('Step of the review') })
const OfChange = z.object({ number: z.string().min(1).max(64).describe('Number of the change') })

const viewers = endpointsFor('Reviews', { role: 'viewer' })
const people = endpointsFor('Reviews', { role: 'reviewer', onlyPeople: true })

export const findReview = viewers.get('findReview', '/changes/{number}/review', {
  summary: 'Get the review of a change; null before it is started',
  params: OfChange,
  response: z.object({ review: Review.nullable().describe('null before it is started') }),
  examples: { params: { number: 'CHG0000042' }, response: { review: exampleReview } },
})

export const startReview = people.post('startReview', '/changes/{number}/review', {
  params: OfChange,
  body: z.strictObject({}),
  response: Review,
  status: 201,
})

export const nameService = people.put('nameService', '/changes/{number}/service', {
  params: OfChange,
  body: z.strictObject({ service: lineText(200) }),
  response: z.object({ affected_services: z.array(z.string()) }),
  errors: ['not_found', 'conflict'],
})

export const saveReviewStep = people.put('saveReviewStep', '/reviews/{reference}/steps/{step}', {
  params: StepOfReview,
  body: z.strictObject({
    version: z.int().min(0),
    form: AnyForm,
  }),
  response: z.object({
    step: oneOf(reviewSteps).describe('The step'),
    saved: saved(AnyForm),
  }),
  errors: ['not_found', 'conflict', 'precondition_failed'],
})

/** Common parts of the endpoints that change the status of a review. */
export const reviewMove = {
  params: ReferenceOfReview,
  response: Review,
  status: 201,
  errors: ['not_found', 'conflict'],
} as const

/** The body of a move that completes a review. */
export const Completion = z.strictObject({
  pir_date: RecordedDate.optional(),
})

export const completeReview = people.post('completeReview', '/reviews/{reference}/completion', {
  ...reviewMove,
  body: Completion,
})
