import { isLocked } from '#lib/contracts/app/review-values.ts'
import type { Review } from '#lib/contracts/app/reviews.ts'
import { readPlanSteps } from '#lib/domain/change/plan-steps.ts'
import { emptyReviewForms, type ReviewedChange, type ReviewFormValues } from './review-forms.ts'
import { isMarked } from './short-questions.ts'

type ShortFormCase = {
  readonly change: ReviewedChange
  readonly review: Pick<Review, 'form_kind' | 'status' | 'returned'>
  readonly forms: ReviewFormValues
  /** Improvement actions of the review, without cancelled ones. */
  readonly improvementCount: number
}

/**
 * True if an open review opens in the short form: the policy allows it, it was not returned, and the form can show all
 * answers.
 */
export function opensInShortForm({ change, review, forms, improvementCount }: ShortFormCase): boolean {
  return (
    review.form_kind === 'short' &&
    !isLocked(review) &&
    review.returned === null &&
    improvementCount === 0 &&
    fitsShortForm(change, forms)
  )
}

/** True if the short form can show all answers of the review. */
export function fitsShortForm(change: ReviewedChange, forms: ReviewFormValues): boolean {
  const { plan, risk, incidents, outcome, improvements, lessons } = forms
  const { plan: recorded, incidents: usual } = emptyReviewForms(change)
  return (
    hasShortMarks(change, plan) &&
    isSameMoment(plan.actual_start, recorded.actual_start) &&
    isSameMoment(plan.actual_end, recorded.actual_end) &&
    plan.has_backout_worked === null &&
    isBlank(risk.missed) &&
    isSameMoment(incidents.window_start, usual.window_start) &&
    isSameMoment(incidents.window_end, usual.window_end) &&
    (outcome.outcome === null || outcome.outcome === 'successful') &&
    isBlank(outcome.justification) &&
    isBlank(improvements.notes) &&
    lessons.drafts.length === 0
  )
}

/** True without any mark, or if every step is marked as done without a note. */
function hasShortMarks(change: ReviewedChange, { steps }: ReviewFormValues['plan']): boolean {
  const marks = steps.filter(isMarked)
  if (marks.length === 0) return true
  const keys = new Set(readPlanSteps(change.implementation_plan).map(({ key }) => key))
  return (
    marks.length === keys.size &&
    marks.every(({ key, result, note }) => keys.has(key) && result === 'done' && isBlank(note))
  )
}

const isBlank = (text: string) => text.trim() === ''
const isSameMoment = (one: string | null, other: string | null) =>
  one === other || (one !== null && other !== null && Date.parse(one) === Date.parse(other))
