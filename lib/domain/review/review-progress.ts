import type { ReviewStep } from '#lib/contracts/app/review-forms.ts'
import { isClosedReview, reviewSteps } from '#lib/contracts/app/review-values.ts'
import type { Review } from '#lib/contracts/app/reviews.ts'
import { readPlanSteps } from '#lib/domain/change/plan-steps.ts'
import { listNumbers } from '#lib/text/record-number.ts'
import { hasConfirmed, hasDeviation, isPublishable } from './form-facts.ts'
import { outcomeCriteria } from './outcome-criteria.ts'
import { type EvidenceSource, gatherEvidence } from './outcome-evidence.ts'
import type { ReviewedChange, ReviewFormValues } from './review-forms.ts'
import { type ProgressStep, stepLabels } from './review-labels.ts'
import { proposeOutcome } from './review-outcome.ts'

/**
 * A missing item of a step. `field` is a field of the form, or for sign-off a step; `entry` is the key of the plan
 * step, incident or lesson within the field.
 */
type MissingItem = { readonly field: string; readonly entry: string | null; readonly text: string }
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
  readonly review: Pick<Review, 'status' | 'needs_sign_off'>
}

/**
 * Lists the missing items of each step, worded for the reviewer. Sign-off lacks the unfinished steps, and after these
 * the completion itself.
 */
export function listStepProgress(state: ReviewState): StepProgress[] {
  const steps = reviewSteps.map((step) => progress(step, missingItemLists[step](state)))
  return [...steps, progress('sign_off', listMissingSignOffItems(state.review, steps))]
}

const progress = (step: ProgressStep, missing: readonly MissingItem[]): StepProgress => ({
  step,
  isDone: missing.length === 0,
  missing,
})

const isBlank = (text: string) => text.trim() === ''
const item = (field: string, text: string, entry: string | null = null): MissingItem => ({ field, entry, text })
const when = (condition: boolean, field: string, text: string, entry: string | null = null) =>
  condition ? [item(field, text, entry)] : []

const missingItemLists: Readonly<Record<ReviewStep, (state: ReviewState) => MissingItem[]>> = {
  plan: ({ change, forms: { plan } }) => [
    ...listMissingMarks(change, plan),
    ...when(plan.actual_start === null, 'actual_start', 'Say when the work started.'),
    ...when(plan.actual_end === null, 'actual_end', 'Say when the work ended.'),
    ...when(isBefore(plan.actual_end, plan.actual_start), 'actual_end', 'The work cannot end before it starts.'),
    ...when(plan.is_backout_used === null, 'is_backout_used', 'Say whether the backout plan was used.'),
    ...when(
      plan.is_backout_used === true && plan.has_backout_worked === null,
      'has_backout_worked',
      'Say whether the backout worked.',
    ),
    ...when(plan.is_objective_met === null, 'is_objective_met', 'Say whether the objective was met.'),
  ],
  risk: ({ forms: { risk } }) => [
    ...when(risk.verdict === null, 'verdict', 'Say whether the risk was rated correctly.'),
    ...when(
      risk.verdict !== null && risk.verdict !== 'right' && isBlank(risk.missed),
      'missed',
      'Say what the assessment missed.',
    ),
  ],
  incidents: listMissingIncidentItems,
  outcome: ({ change, forms }) => listMissingOutcomeItems(change, forms),
  improvements: ({ forms: { improvements }, improvementCount }) => [
    ...when(
      improvementCount === 0 && !improvements.is_none_needed,
      'is_none_needed',
      'Add an improvement action, or say that none is needed.',
    ),
    ...when(
      improvementCount > 0 && improvements.is_none_needed,
      'is_none_needed',
      '“No action is needed” is checked, but there are actions.',
    ),
  ],
  lessons: ({ forms: { lessons } }) => [
    ...listMissingLessons(lessons.drafts),
    ...when(
      lessons.drafts.length === 0 && !lessons.is_none_learned,
      'is_none_learned',
      'Write a lesson, or say that there is none to publish.',
    ),
    ...when(
      lessons.drafts.length > 0 && lessons.is_none_learned,
      'is_none_learned',
      '“There is nothing to publish” is checked, but there are lessons.',
    ),
  ],
}

/** One item for each lesson that is not published, and one for all that have no title. */
function listMissingLessons(drafts: ReviewFormValues['lessons']['drafts']): MissingItem[] {
  const open = drafts.filter(
    (draft) => !isPublishable(draft) || (draft.article_id === null && draft.publishes === undefined),
  )
  const untitled = open.filter(({ title }) => isBlank(title))
  const lessons = untitled.length === 1 ? 'the untitled lesson' : `${untitled.length} untitled lessons`
  return [
    ...when(untitled.length > 0, 'drafts', `Publish or remove ${lessons}.`, untitled[0]?.key),
    ...open
      .filter(({ title }) => !isBlank(title))
      .map(({ key, title }) => item('drafts', `Publish or remove “${title.trim()}”.`, key)),
  ]
}

function listMissingMarks(change: ReviewedChange, plan: ReviewFormValues['plan']): MissingItem[] {
  const steps = readPlanSteps(change.implementation_plan)
  const marks = new Map(plan.steps.map((mark) => [mark.key, mark]))
  const unmarked = steps.filter(({ key }) => (marks.get(key)?.result ?? null) === null)
  const unexplained = steps.flatMap(({ key, text }) => {
    const mark = marks.get(key)
    if (!mark || !isBlank(mark.note)) return []
    if (mark.result === 'skipped') return [item('steps', `Say why “${text}” was skipped.`, key)]
    if (mark.result === 'deviated') return [item('steps', `Say how “${text}” deviated from the plan.`, key)]
    return []
  })
  const [first] = unmarked
  const count = `${unmarked.length} of ${steps.length} ${unmarked.length === 1 ? 'is' : 'are'} not marked.`
  const unmarkedSteps = first ? [item('steps', `Mark each step as done, skipped or deviated: ${count}`, first.key)] : []
  const isOpen = first === undefined && plan.is_any_deviated === true && !hasDeviation(plan)
  const unmarkedDeviation = when(
    isOpen,
    'steps',
    'Mark the steps that were skipped or deviated, or say that all went as planned.',
  )
  return [...unmarkedSteps, ...unexplained, ...unmarkedDeviation]
}

function listMissingIncidentItems({ forms, linkedIncidents, urgentIncidents, review }: ReviewState): MissingItem[] {
  const form = forms.incidents
  const decided = new Set(form.decisions.map(({ incident }) => incident))
  const urgent = isClosedReview(review.status) ? [] : urgentIncidents.filter((number) => !decided.has(number))
  const isAnyConfirmed = hasConfirmed(form)
  return [
    ...when(form.window_start === null, 'window_start', 'Set the start of the window to look for incidents in.'),
    ...when(form.window_end === null, 'window_end', 'Set the end of the window to look for incidents in.'),
    ...when(isBefore(form.window_end, form.window_start), 'window_end', 'The window cannot end before it starts.'),
    ...linkedIncidents
      .filter((number) => !decided.has(number))
      .map((number) => item('decisions', `Confirm or reject ${number}: it names this change.`, number)),
    ...when(
      urgent.length > 0,
      'decisions',
      `Confirm or reject ${listNumbers(urgent)}: urgent, on a service of this change.`,
      urgent[0],
    ),
    ...form.decisions
      .filter(({ decision, reason }) => decision === 'rejected' && isBlank(reason))
      .map(({ incident }) => item('decisions', `Say why ${incident} is unrelated to the change.`, incident)),
    ...when(
      !isAnyConfirmed && !form.is_none_caused,
      'is_none_caused',
      'Confirm an incident, or say that the change caused none.',
    ),
    ...when(
      isAnyConfirmed && form.is_none_caused,
      'is_none_caused',
      '“The change caused no incident” is checked, but an incident is confirmed.',
    ),
  ]
}

function listMissingOutcomeItems(change: EvidenceSource, forms: ReviewFormValues): MissingItem[] {
  const { outcome, justification } = forms.outcome
  if (outcome === null) return [item('outcome', 'Choose the outcome.')]
  const proposal = proposeOutcome(gatherEvidence(change, forms)).outcome
  if (proposal === null || proposal === outcome || !isBlank(justification)) return []
  const chosen = outcomeCriteria[outcome].label
  const suggested = outcomeCriteria[proposal].label
  return [item('justification', `Say why the outcome is “${chosen}” when the evidence suggests “${suggested}”.`)]
}

function listMissingSignOffItems(review: ReviewState['review'], steps: readonly StepProgress[]): MissingItem[] {
  if (isClosedReview(review.status)) return []
  const open = steps.filter(({ isDone }) => !isDone)
  if (open.length === 0) return [item('completion', describeLastStep(review))]
  return open.map(({ step, missing }) => {
    const count = missing.length === 1 ? 'one thing is' : `${missing.length} things are`
    return item(step, `${stepLabels[step]}: ${count} missing.`)
  })
}

function describeLastStep({ status, needs_sign_off: needsSignOff }: ReviewState['review']): string {
  if (status === 'awaiting_sign_off') return 'A manager still has to sign it off.'
  return needsSignOff ? 'Submit it for sign-off.' : 'Complete the review.'
}

const isBefore = (end: string | null, start: string | null) =>
  end !== null && start !== null && Date.parse(end) < Date.parse(start)
