import type { ReviewForm, ReviewStep } from '#lib/contracts/app/review-forms.ts'
import type { Review } from '#lib/contracts/app/reviews.ts'
import type { ChangeRecord } from '#lib/contracts/changes.ts'
import { getDefaultIncidentWindow } from '#lib/domain/change/incident-window.ts'

export type ReviewedChange = Pick<
  ChangeRecord,
  'number' | 'implementation_plan' | 'planned_start' | 'planned_end' | 'actual_start' | 'actual_end'
>

export type ReviewFormValues = { readonly [Step in ReviewStep]: ReviewForm<Step> }

/** Returns the forms of a review without saved answers: times are those of the change, all questions are open. */
export function emptyReviewForms(change: ReviewedChange): ReviewFormValues {
  const window = getDefaultIncidentWindow(change)
  return {
    plan: {
      steps: [],
      actual_start: change.actual_start,
      actual_end: change.actual_end,
      is_backout_used: null,
      has_backout_worked: null,
      is_objective_met: null,
      notes: '',
    },
    risk: { verdict: null, missed: '' },
    incidents: { window_start: window.start, window_end: window.end, decisions: [], is_none_caused: false },
    outcome: { outcome: null, justification: '' },
    improvements: { is_none_needed: false, notes: '' },
    lessons: { drafts: [], is_none_learned: false },
  }
}

export function pickForms({ steps }: Pick<Review, 'steps'>): ReviewFormValues {
  return {
    plan: steps.plan.form,
    risk: steps.risk.form,
    incidents: steps.incidents.form,
    outcome: steps.outcome.form,
    improvements: steps.improvements.form,
    lessons: steps.lessons.form,
  }
}

/** Returns a review with other forms than the saved ones. */
export function replaceForms(review: Review, forms: ReviewFormValues): Review {
  const { plan, risk, incidents, outcome, improvements, lessons } = review.steps
  return {
    ...review,
    steps: {
      plan: { ...plan, form: forms.plan },
      risk: { ...risk, form: forms.risk },
      incidents: { ...incidents, form: forms.incidents },
      outcome: { ...outcome, form: forms.outcome },
      improvements: { ...improvements, form: forms.improvements },
      lessons: { ...lessons, form: forms.lessons },
    },
  }
}
