import type { ReviewReturn } from '#lib/contracts/app/review-forms.ts'
import { reviewSteps } from '#lib/contracts/app/review-values.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'
import { humaniseKey } from '#lib/text/humanise-key.ts'
import { formatDay } from '#lib/time/format-time.ts'
import {
  type ActionNotice,
  declareActions,
  declareAttachmentActions,
  deletion,
  proposalActions,
  type SentenceParts,
} from './action.ts'

/** Facts in the notifications of a review. */
export type ReviewFacts = {
  readonly actor: string
  readonly review: { readonly reference: string; readonly reviewer: string | null; readonly submittedBy: string | null }
  readonly change: { readonly number: string; readonly title: string }
}
type ReasonedFacts = ReviewFacts & { readonly reason: string }
type SignerFacts = ReviewFacts & { readonly signers: readonly string[] }

/** The end of the title of an action by an API token. */
const throughApi = ' through the API'

const aboutChange = ({ change }: Pick<ReviewFacts, 'change'>) => `${change.number}: ${change.title}.`
const withReason = (facts: ReasonedFacts) => `${aboutChange(facts)} ${facts.reason}`

/** Notifies the reviewer and the person who submitted the review: `Ada reopened the review PIR-2026-0042`. */
const toParties = (
  facts: ReviewFacts,
  kind: ActionNotice['kind'],
  verb: string,
  { end = '', body = aboutChange(facts), path = pagePaths.review(facts.change.number) } = {},
): ActionNotice => ({
  to: [facts.review.reviewer, facts.review.submittedBy],
  kind,
  title: `${facts.actor} ${verb} the review ${facts.review.reference}${end}`,
  body,
  path,
})

/** Notifies the reviewer, the submitter, and the manager who requested the waiver. */
const toPartiesOfWaiver = (
  facts: ReasonedFacts,
  kind: ActionNotice['kind'],
  verb: string,
  requester: string | null = null,
): readonly ActionNotice[] => {
  const notice = toParties(facts, kind, verb, { body: withReason(facts), path: pagePaths.change(facts.change.number) })
  return [{ ...notice, to: [...notice.to, requester] }]
}

const toSigners = (facts: Pick<SignerFacts, 'change' | 'signers'>, title: string, end = ''): ActionNotice => ({
  to: facts.signers,
  kind: 'sign_off_requested',
  title,
  body: `It waits for your sign-off. ${aboutChange(facts)}${end}`,
  path: pagePaths.review(facts.change.number, 'sign-off'),
})

const toSignersOfSubmitted = (facts: SignerFacts, end = ''): readonly ActionNotice[] => [
  toSigners(facts, `${facts.actor} submitted the review ${facts.review.reference}${end}`),
]

type ReopenedFacts = Omit<SignerFacts & ReasonedFacts, 'actor'>

/** Notifies the parties that the review is no longer closed, and the signers whose sign-off it needs. */
const toPartiesAndSigners = (facts: ReopenedFacts, what: string): readonly ActionNotice[] => {
  const { review, change, reason } = facts
  const title = `The review ${review.reference} ${what}`
  return [
    {
      to: [review.reviewer, review.submittedBy],
      kind: 'review_reopened',
      title,
      body: `${change.number}: ${reason}`,
      path: pagePaths.review(change.number),
    },
    toSigners(facts, title, ` ${reason}`),
  ]
}

type AssignedFacts = Pick<ReviewFacts, 'change'> & {
  readonly reference: string
  readonly dueOn: string | null
  readonly to: string
  /** Additional sentences at the end. */
  readonly more?: string
}

/** Notifies the person to whom a review was assigned. */
const toAssignee = ({ change, reference, dueOn, to, more = '' }: AssignedFacts): ActionNotice => ({
  to: [to],
  kind: 'review_assigned',
  title: `You were assigned the review ${reference}`,
  body: `${change.number}: ${change.title}.${dueOn === null ? '' : ` It is due on ${formatDay(dueOn)}.`}${more}`,
  path: pagePaths.review(change.number),
})

const standsIn = ({ to }: SentenceParts) => to('delegate_for', ' in place of ')
const withOutcome = ({ to }: SentenceParts) => to('pir_outcome', ' with the outcome ')
const toStep = ({ to }: SentenceParts) => to('return_step', ' to the step ')
const moved = ['status', 'submitted_by']
const started = ({ record }: SentenceParts) => ['started ', record()]
const reopened = ({ record, quoted }: SentenceParts) => ['reopened ', record(), quoted('reopen_reason')]

export const reviewActions = declareActions('review', {
  delete: deletion,
  /** The policy opens a review. */
  create: {
    sentence: (parts) => [
      'opened ',
      parts.record(),
      parts.to('reviewer', ' for '),
      standsIn(parts),
      parts.to('due_on', ', due '),
    ],
    notifies: (facts: AssignedFacts) => [toAssignee(facts)],
  },
  /** A person starts a review that the policy does not require. */
  started: { writes: 'create', sentence: started },
  /** A person starts a review that the policy opened. */
  begun: { sentence: started, follows: ['status', 'reviewer'] },
  saved: {
    sentence: ({ fields, record }) => {
      const steps = reviewSteps.filter((step) => fields.some((field) => field.startsWith(`${step}.`)))
      return [`saved ${new Intl.ListFormat('en-GB').format(steps.map(humaniseKey))} of `, record()]
    },
  },
  ...proposalActions,
  ...declareAttachmentActions(({ record }) => [record()]),
  submitted: {
    sentence: ({ record }) => ['submitted ', record(), ' for sign-off'],
    follows: moved,
    notifies: (facts: SignerFacts) => toSignersOfSubmitted(facts),
  },
  submitted_through_api: {
    sentence: ({ record }) => ['submitted ', record(), ' for sign-off'],
    follows: [...moved, 'submitted_through'],
    notifies: (facts: SignerFacts) => toSignersOfSubmitted(facts, throughApi),
  },
  withdrawn: { sentence: ({ record }) => ['withdrew ', record()], follows: moved },
  returned: {
    sentence: (parts) => ['sent back ', parts.record(), toStep(parts), parts.quoted('return_reason')],
    follows: moved,
    notifies: ({ step, ...facts }: ReasonedFacts & Pick<ReviewReturn, 'step'>) => [
      toParties(facts, 'review_returned', 'sent back', {
        end: step ? ` to the step ${humaniseKey(step)}` : '',
        body: withReason(facts),
        path: pagePaths.review(facts.change.number, step),
      }),
    ],
  },
  signed_off: {
    sentence: (parts) => ['signed off ', parts.record(), withOutcome(parts)],
    follows: [...moved, 'signed_off_by'],
    notifies: (facts: ReviewFacts) => [toParties(facts, 'review_completed', 'signed off')],
  },
  completed: {
    sentence: (parts) => ['completed ', parts.record(), withOutcome(parts)],
    follows: moved,
    notifies: (facts: ReviewFacts) => [toParties(facts, 'review_completed', 'completed')],
  },
  completed_through_api: {
    sentence: (parts) => ['completed ', parts.record(), withOutcome(parts)],
    follows: [...moved, 'completed_through'],
    notifies: (facts: ReviewFacts) => [toParties(facts, 'review_completed', 'completed', { end: throughApi })],
  },
  reopened: {
    sentence: reopened,
    follows: moved,
    notifies: (facts: ReasonedFacts) => [toParties(facts, 'review_reopened', 'reopened', { body: withReason(facts) })],
  },
  reopened_through_api: {
    sentence: reopened,
    follows: moved,
    notifies: (facts: ReviewFacts) => [toParties(facts, 'review_reopened', 'reopened', { end: throughApi })],
  },
  /** A completed review needs a sign-off after all. */
  recalled: {
    sentence: reopened,
    follows: moved,
    notifies: (facts: ReopenedFacts) => toPartiesAndSigners(facts, 'needs a sign-off after all'),
  },
  second_look: {
    sentence: (parts) => ['looked again at the result of ', parts.record(), parts.to('second_look', ': ')],
    follows: ['second_look_note'],
  },
  extended: {
    sentence: (parts) => ['extended ', parts.record(), parts.to('due_on', ' to '), parts.quoted('extend_reason')],
    follows: ['due_on', 'first_due_on'],
    notifies: (facts: ReasonedFacts & { readonly dueOn: string }) => [
      toParties(facts, 'review_extended', 'extended', {
        end: ` to ${formatDay(facts.dueOn)}`,
        body: withReason(facts),
      }),
    ],
  },
  waived: {
    sentence: ({ record, quoted }) => ['waived ', record(), quoted('waive_reason')],
    follows: moved,
    notifies: (facts: ReasonedFacts) => toPartiesOfWaiver(facts, 'review_waived', 'waived'),
  },
  /** A manager requests the waiver of a review that needs a sign-off. */
  waiver_requested: {
    sentence: ({ record, quoted }) => ['requested a waiver of ', record(), quoted('requested_waiver')],
    follows: ['waiver_requested_by', 'needs_sign_off'],
    notifies: (facts: ReasonedFacts & { readonly confirmers: readonly string[] }) => [
      {
        to: facts.confirmers,
        kind: 'waiver_requested',
        title: `${facts.actor} requested a waiver of the review ${facts.review.reference}`,
        body: `It waits for another manager to confirm it. ${withReason(facts)}`,
        path: pagePaths.change(facts.change.number),
      },
    ],
  },
  waiver_confirmed: {
    sentence: ({ record }) => ['confirmed the waiver of ', record()],
    follows: [...moved, 'waive_reason', 'waiver_requested_by', 'implementer'],
    notifies: (facts: ReasonedFacts & { readonly requester: string }) =>
      toPartiesOfWaiver(facts, 'review_waived', 'confirmed the waiver of', facts.requester),
  },
  waiver_refused: {
    sentence: ({ record, quoted }) => ['refused the waiver of ', record(), quoted('refuse_reason')],
    follows: ['waiver_requested_by'],
    notifies: (facts: ReasonedFacts & { readonly requester: string }) =>
      toPartiesOfWaiver(facts, 'waiver_refused', 'refused the waiver of', facts.requester),
  },
  /** A waived review is required again. `signers` is empty unless it waits for a sign-off. */
  restored: {
    sentence: reopened,
    follows: moved,
    notifies: (facts: ReopenedFacts) => toPartiesAndSigners(facts, 'is required again'),
  },
  assigned: {
    sentence: (parts) => {
      const former = parts.from('reviewer', ' from ')
      const verb = former.length === 0 ? 'assigned ' : 'reassigned '
      return [verb, parts.record(), former, parts.to('reviewer', ' to '), standsIn(parts)]
    },
    notifies: (facts: AssignedFacts & { readonly toName: string; readonly former: string | null }) => [
      toAssignee(facts),
      {
        ...toAssignee({ ...facts, more: '' }),
        to: [facts.former],
        title: `The review ${facts.reference} was reassigned to ${facts.toName}`,
      },
    ],
  },
  reminded: {
    sentence: ({ record }) => ['sent a reminder of ', record()],
    follows: ['reminded_at'],
    notifies: (facts: ReviewFacts & { readonly due: string; readonly onceKey: string }) => [
      {
        to: [facts.review.reviewer],
        kind: 'review_reminder',
        title: `${facts.actor} reminds you of the review ${facts.review.reference}`,
        body: `${aboutChange(facts)} ${facts.due}`,
        path: pagePaths.review(facts.change.number),
        onceKey: facts.onceKey,
      },
    ],
  },
  switched_to_full_form: {
    sentence: ({ record }) => ['switched ', record(), ' to the full form'],
    follows: ['form_kind'],
  },
  /** A bulk completion selected the review for the sample that needs the full form. */
  drawn: {
    sentence: ({ record }) => ['drew ', record(), ' at random for the full form'],
    follows: ['form_kind', 'reasons'],
    notifies: (facts: { readonly review: ReviewFacts['review']; readonly change: string; readonly why: string }) => [
      {
        to: [facts.review.reviewer],
        kind: 'review_assigned',
        title: `Your review ${facts.review.reference} was drawn for the full form`,
        body: `${facts.why}: ${facts.change}.`,
        path: pagePaths.review(facts.change),
      },
    ],
  },
  /** Somebody wrote a rule that requires a sign-off of the open review, or confirmed that a former one no longer does. */
  requirement_followed: {
    sentence: ({ record, recorded }) => [
      recorded('needs_sign_off') ? 'required a sign-off of ' : 'ended the need of a sign-off of ',
      record(),
      ` by the rule “${recorded('rule')}”`,
    ],
    follows: ['needs_sign_off', 'reasons', 'rule'],
  },
  /** The policy found reasons that appeared after its decision. */
  reasons_added: {
    sentence: ({ record }) => ['added a reason to ', record()],
    notifies: (facts: Omit<ReasonedFacts, 'actor'>) => [
      {
        to: [facts.review.reviewer],
        kind: 'review_reason_added',
        title: `The review ${facts.review.reference} has another reason`,
        body: `${facts.change.number}: ${facts.change.title}. ${facts.reason}.`,
        path: pagePaths.review(facts.change.number),
      },
    ],
  },
})
