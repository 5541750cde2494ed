import type { LessonDraft, ReviewForm, ReviewReturn } from '#lib/contracts/app/review-forms.ts'
import { reviewSteps } from '#lib/contracts/app/review-values.ts'
import type { Review } from '#lib/contracts/app/reviews.ts'
import { formatDay } from '#lib/time/format-time.ts'
import { outcomeCriteria } from './questions/outcome-criteria.ts'

type PlanMark = ReviewForm<'plan'>['steps'][number]
type Decision = ReviewForm<'incidents'>['decisions'][number]['decision']

/** The steps of a review in order, including sign-off. */
export const progressSteps = [...reviewSteps, 'sign_off'] as const
export type ProgressStep = (typeof progressSteps)[number]

export const stepLabels: Readonly<Record<ProgressStep, string>> = {
  plan: 'Plan',
  risk: 'Risk',
  incidents: 'Incidents',
  outcome: 'Outcome',
  improvements: 'Improvements',
  lessons: 'Lessons',
  sign_off: 'Sign-off',
}

/** Labels in the lists of a review: its forms, the comparison of versions and the report use them. */
export const planResultLabels: Readonly<Record<NonNullable<PlanMark['result']>, string>> = {
  done: 'Done',
  skipped: 'Skipped',
  deviated: 'Deviated',
}

export const decisionLabels: Readonly<Record<Decision, string>> = {
  confirmed: 'Caused by the change',
  rejected: 'Unrelated to the change',
}

export const polarityLabels: Readonly<Record<LessonDraft['polarity'], string>> = {
  positive: 'Went well',
  negative: 'From a failure',
  neutral: 'Good to know',
}

export const reviewStatusLabels: Readonly<Record<Review['status'], string>> = {
  not_started: 'Not started',
  in_progress: 'In progress',
  awaiting_sign_off: 'Waiting for sign-off',
  completed: 'Completed',
  waived: 'Waived',
}

/** Describes a return or reopening, such as "Sent back to the step Risk". */
export const describeReturn = ({ kind, step }: Pick<ReviewReturn, 'kind' | 'step'>): string =>
  kind === 'reopened' ? 'Reopened' : step ? `Sent back to the step ${stepLabels[step]}` : 'Sent back'

/** Describes the completion of a review, such as "Signed off by Henrike Vos". */
export function describeCompletion(
  review: Pick<Review, 'completed_by' | 'completed_through' | 'signed_off_by'>,
): string {
  if (review.signed_off_by) return `Signed off by ${review.signed_off_by}`
  return `Completed ${review.completed_through === 'api' ? 'through the API by' : 'by'} ${review.completed_by}`
}

/** Describes a write by a token after the completion, such as "Set through the API by Sync: outcome Failed". */
export function describeApiWrite(write: NonNullable<Review['set_through_api']>): string {
  const { by, pir_outcome: outcome, pir_reference: reference, pir_date: date } = write
  const set = [
    ...(outcome === undefined ? [] : [outcome === null ? 'no outcome' : `outcome ${outcomeCriteria[outcome].label}`]),
    ...(reference === undefined ? [] : [reference === null ? 'no reference' : `reference ${reference}`]),
    ...(date === undefined ? [] : [date === null ? 'no date' : `date ${formatDay(date)}`]),
  ]
  return `Set through the API by ${by}: ${set.join(', ')}`
}

/** Returns the step of a URL that ends with this part: `sign_off` for `sign-off`. */
export const parseStepSegment = (part: string): ProgressStep | undefined =>
  progressSteps.find((step) => step.replaceAll('_', '-') === part)
