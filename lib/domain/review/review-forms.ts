import type { ReviewForm, ReviewStep } from '#lib/contracts/app/review-forms.ts'
import { reviewSteps } from '#lib/contracts/app/review-values.ts'
import type { Review } from '#lib/contracts/app/reviews.ts'
import type { ChangeRecord } from '#lib/contracts/changes.ts'
import { getDefaultIncidentWindow } from '#lib/domain/change/incident-window.ts'
import { emptyAnswers } from '#lib/review/question.ts'
import { steps } from '#lib/review/steps.ts'

export type ReviewedChange = Pick<
  ChangeRecord,
  'number' | 'implementation_plan' | 'planned_start' | 'planned_end' | 'actual_start' | 'actual_end'
>

export type ReviewFormValues = { readonly [Step in ReviewStep]: ReviewForm<Step> }

const mapSteps = <Value>(map: (step: ReviewStep) => Value) =>
  Object.fromEntries(reviewSteps.map((step) => [step, map(step)])) as Readonly<Record<ReviewStep, Value>>

/** Returns the forms of a review without saved answers: times are those of the change, all questions are open. */
export function emptyReviewForms(change: ReviewedChange): ReviewFormValues {
  const window = getDefaultIncidentWindow(change)
  const empty = mapSteps((step) => emptyAnswers(steps[step])) as unknown as ReviewFormValues
  return {
    ...empty,
    plan: { ...empty.plan, actual_start: change.actual_start, actual_end: change.actual_end },
    incidents: { ...empty.incidents, window_start: window.start, window_end: window.end },
  }
}

export const pickForms = (review: Pick<Review, 'steps'>): ReviewFormValues =>
  mapSteps((step) => review.steps[step].form) as unknown as ReviewFormValues

/** Returns a review with other forms than the saved ones. */
export const replaceForms = (review: Review, forms: ReviewFormValues): Review => ({
  ...review,
  steps: mapSteps((step) => ({ ...review.steps[step], form: forms[step] })) as unknown as Review['steps'],
})
