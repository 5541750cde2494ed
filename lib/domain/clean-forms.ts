import { readPlanSteps } from './plan-steps.ts'
import { emptyReviewForms, type ReviewedChange, type ReviewFormValues } from './review-forms.ts'

/** The forms of a review that found a change clean: all done as planned, nothing caused, nothing to improve or to tell. */
export function cleanReviewForms(change: ReviewedChange, remark: string): ReviewFormValues {
  const empty = emptyReviewForms(change)
  return {
    plan: {
      ...empty.plan,
      steps: readPlanSteps(change.implementation_plan).map(({ key }) => ({ key, result: 'done', note: '' })),
      is_backout_used: false,
      is_objective_met: 'yes',
      notes: remark,
    },
    risk: { ...empty.risk, verdict: 'right' },
    incidents: { ...empty.incidents, is_none_caused: true },
    outcome: { ...empty.outcome, outcome: 'successful' },
    improvements: { ...empty.improvements, is_none_needed: true },
    lessons: { ...empty.lessons, is_none_learned: true },
  }
}
