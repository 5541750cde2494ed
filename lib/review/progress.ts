import type { ReviewField, ReviewStep } from '#lib/contracts/app/review-forms.ts'
import { isClosedReview, reviewSteps } from '#lib/contracts/app/review-values.ts'
import type { Review } from '#lib/contracts/app/reviews.ts'
import { readPlanSteps } from '#lib/domain/change/plan-steps.ts'
import { listNumbers } from '#lib/text/record-number.ts'
import type { ReviewedChange, ReviewFormValues } from './forms.ts'
import { hasConfirmed, hasDeviation, isPublishable } from './forms.ts'
import { type ProgressStep, stepLabels } from './labels.ts'
import { type EvidenceSource, proposeOutcome } from './outcome.ts'
import { listOpenRequired } from './questions/checks.ts'
import type { Answers } from './questions/kinds.ts'
import { outcomeCriteria } from './questions/outcome-criteria.ts'
import { isOpen, isRequired, listQuestions } from './questions/question.ts'
import { steps } from './questions/steps.ts'

/**
 * A missing item of a step. `field` is a field of the form, or for sign-off a step; `entry` is the key of the plan
 * step, incident or lesson within the field.
 */
type MissingItem = Missing & { readonly field: string }
type Missing = { readonly entry: string | null; readonly text: string }
export type StepProgress = {
  readonly step: ProgressStep
  readonly isDone: boolean
  readonly missing: readonly MissingItem[]
}

export type ReviewState = {
  readonly change: EvidenceSource
  readonly forms: ReviewFormValues
  /** Improvement actions of the review, without cancelled ones. */
  readonly improvementCount: number
  /** Numbers of the incidents whose `related_change` is the change. */
  readonly linkedIncidents: readonly string[]
  /** Numbers of the urgent incidents on its services soon after. */
  readonly urgentIncidents: readonly string[]
  readonly review: Pick<Review, 'status' | 'needs_sign_off'> & Partial<TokenMarks & Pick<Review, 'checks'>>
}

type TokenMarks = Pick<Review, 'set_through_api' | 'submitted_by'>

/** True if a token submitted the review, which is then signed off without answers. */
export const isSubmittedByToken = ({ set_through_api: written, submitted_by: by }: Partial<TokenMarks>): boolean =>
  written != null && by == null

/**
 * Lists the missing items of each step, worded for the reviewer. Sign-off lacks the unfinished steps, and after these
 * the completion itself.
 */
export function listStepProgress(state: ReviewState): StepProgress[] {
  const steps = reviewSteps.map((step) => progress(step, listMissing(step, state)))
  return [...steps, progress('sign_off', listMissingSignOffItems(state.review, steps))]
}

const progress = (step: ProgressStep, missing: readonly MissingItem[]): StepProgress => ({
  step,
  isDone: missing.length === 0,
  missing,
})

const isBlank = (text: string) => text.trim() === ''
const item = (text: string, entry: string | null = null): Missing => ({ entry, text })
const when = (condition: boolean, text: string, entry: string | null = null) => (condition ? [item(text, entry)] : [])

/**
 * Lists the missing answers of a step: each required one that is open, and what the rules of the review add to it. A
 * submitted review had all answers that were required then, unless a token submitted it, so an open one is newer and not
 * required of it.
 */
function listMissing(name: ReviewStep, state: ReviewState): MissingItem[] {
  const step = steps[name]
  const answers: Answers = state.forms[name]
  const isSubmitted = state.review.status === 'awaiting_sign_off' && !isSubmittedByToken(state.review)
  return listQuestions(step).flatMap(([field, question]) => {
    const isMissing = !isSubmitted && isRequired(question, step, state) && isOpen(question, answers[field])
    const own = ownRules[`${name}.${field}` as ReviewField]?.(state) ?? []
    return [...when(isMissing, question.required ?? ''), ...own].map((missing) => ({ field, ...missing }))
  })
}

/** What a review lacks beside open answers, by the question that it is about. */
const ownRules: { readonly [Field in ReviewField]?: (state: ReviewState) => Missing[] } = {
  'plan.steps': ({ change, forms: { plan } }) => listMissingMarks(change, plan),
  'plan.actual_end': ({ forms: { plan } }) =>
    when(isBefore(plan.actual_end, plan.actual_start), 'The work cannot end before it starts.'),
  'plan.checks': ({ review: { checks = [] }, forms: { plan } }) =>
    listOpenRequired(checks, plan.checks).map(({ check, wording }) => item(`Answer “${wording}”`, check)),
  'incidents.window_end': ({ forms: { incidents: form } }) =>
    when(isBefore(form.window_end, form.window_start), 'The window cannot end before it starts.'),
  'incidents.decisions': listMissingDecisions,
  'incidents.is_none_caused': ({ forms: { incidents: form } }) => [
    ...when(!hasConfirmed(form) && !form.is_none_caused, 'Confirm an incident, or say that the change caused none.'),
    ...when(
      hasConfirmed(form) && form.is_none_caused,
      '“The change caused no incident” is checked, but an incident is confirmed.',
    ),
  ],
  'outcome.factors': (state) => listContradiction(state, 'factors', 'No cause found'),
  'outcome.effects': (state) => listContradiction(state, 'effects', 'nothing', 'Nothing of these'),
  'outcome.justification': ({ change, forms }) => listMissingJustification(change, forms),
  'improvements.is_none_needed': ({ forms: { improvements: form }, improvementCount: count }) => [
    ...when(count === 0 && !form.is_none_needed, 'Add an improvement action, or say that none is needed.'),
    ...when(count > 0 && form.is_none_needed, '“No action is needed” is checked, but there are actions.'),
  ],
  'lessons.drafts': ({ forms: { lessons } }) => listMissingLessons(lessons.drafts),
  'lessons.is_none_learned': ({ forms: { lessons: form } }) => [
    ...when(form.drafts.length === 0 && !form.is_none_learned, 'Write a lesson, or say that there is none to publish.'),
    ...when(
      form.drafts.length > 0 && form.is_none_learned,
      '“There is nothing to publish” is checked, but there are lessons.',
    ),
  ],
}

/** An item if an answer that excludes the others is not the only one; not of a submitted review, which nobody edits. */
const listContradiction = (
  { review, forms: { outcome } }: ReviewState,
  field: 'factors' | 'effects',
  alone: string,
  label = alone,
): Missing[] =>
  when(
    review.status !== 'awaiting_sign_off' && outcome[field].length > 1 && outcome[field].includes(alone),
    `“${label}” is checked, but others are too.`,
  )

/** One item for each lesson that is not published, and one for all that have no title. */
function listMissingLessons(drafts: ReviewFormValues['lessons']['drafts']): Missing[] {
  const open = drafts.filter(
    (draft) => !isPublishable(draft) || (draft.article_id === null && draft.publishes === undefined),
  )
  const untitled = open.filter(({ title }) => isBlank(title))
  const lessons = untitled.length === 1 ? 'the untitled lesson' : `${untitled.length} untitled lessons`
  return [
    ...when(untitled.length > 0, `Publish or remove ${lessons}.`, untitled[0]?.key),
    ...open
      .filter(({ title }) => !isBlank(title))
      .map(({ key, title }) => item(`Publish or remove “${title.trim()}”.`, key)),
  ]
}

function listMissingMarks(change: ReviewedChange, plan: ReviewFormValues['plan']): Missing[] {
  const steps = readPlanSteps(change.implementation_plan)
  const marks = new Map(plan.steps.map((mark) => [mark.key, mark]))
  const unmarked = steps.filter(({ key }) => (marks.get(key)?.result ?? null) === null)
  const unexplained = steps.flatMap(({ key, text }) => {
    const mark = marks.get(key)
    if (!mark || !isBlank(mark.note)) return []
    if (mark.result === 'skipped') return [item(`Say why “${text}” was skipped.`, key)]
    if (mark.result === 'deviated') return [item(`Say how “${text}” deviated from the plan.`, key)]
    return []
  })
  const [first] = unmarked
  const count = `${unmarked.length} of ${steps.length} ${unmarked.length === 1 ? 'is' : 'are'} not marked.`
  const unmarkedSteps = first ? [item(`Mark each step as done, skipped or deviated: ${count}`, first.key)] : []
  const isUnmarkedYes = first === undefined && plan.is_any_deviated === true && !hasDeviation(plan)
  const unmarkedDeviation = when(
    isUnmarkedYes,
    'Mark the steps that were skipped or deviated, or say that all went as planned.',
  )
  return [...unmarkedSteps, ...unexplained, ...unmarkedDeviation]
}

function listMissingDecisions({ forms, linkedIncidents, urgentIncidents, review }: ReviewState): Missing[] {
  const { decisions } = forms.incidents
  const decided = new Set(decisions.map(({ incident }) => incident))
  const urgent = isClosedReview(review.status) ? [] : urgentIncidents.filter((number) => !decided.has(number))
  return [
    ...linkedIncidents
      .filter((number) => !decided.has(number))
      .map((number) => item(`Confirm or reject ${number}: it names this change.`, number)),
    ...when(
      urgent.length > 0,
      `Confirm or reject ${listNumbers(urgent)}: urgent, on a service of this change.`,
      urgent[0],
    ),
    ...decisions
      .filter(({ decision, reason }) => decision === 'rejected' && isBlank(reason))
      .map(({ incident }) => item(`Say why ${incident} is unrelated to the change.`, incident)),
  ]
}

function listMissingJustification(change: EvidenceSource, forms: ReviewFormValues): Missing[] {
  const { outcome, justification } = forms.outcome
  const proposal = proposeOutcome(change, forms).outcome
  if (outcome === null || proposal === null || proposal === outcome || !isBlank(justification)) return []
  const chosen = outcomeCriteria[outcome].label
  const suggested = outcomeCriteria[proposal].label
  return [item(`Say why the outcome is “${chosen}” when the evidence suggests “${suggested}”.`)]
}

function listMissingSignOffItems(review: ReviewState['review'], steps: readonly StepProgress[]): MissingItem[] {
  if (isClosedReview(review.status)) return []
  const open = steps.filter(({ isDone }) => !isDone)
  if (open.length === 0) return [{ field: 'completion', ...item(describeLastStep(review)) }]
  return open.map(({ step, missing }) => {
    const count = missing.length === 1 ? 'one thing is' : `${missing.length} things are`
    return { field: step, ...item(`${stepLabels[step]}: ${count} missing.`) }
  })
}

function describeLastStep({ status, needs_sign_off: needsSignOff }: ReviewState['review']): string {
  if (status === 'awaiting_sign_off') return 'A manager still has to sign it off.'
  return needsSignOff ? 'Submit it for sign-off.' : 'Complete the review.'
}

const isBefore = (end: string | null, start: string | null) =>
  end !== null && start !== null && Date.parse(end) < Date.parse(start)
