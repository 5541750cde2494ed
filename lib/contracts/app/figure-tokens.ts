import { reviewOutcomes } from '../changes.ts'

/** The figures that are one number each, in the order in which the page shows them. */
export const figureNames = [
  'change_failure_rate',
  'caused_incidents',
  'changes_with_outcome',
  'review_completion',
  'overdue_reviews',
  'days_to_review',
  'actions_in_time',
  'overridden_proposals',
] as const
export type FigureName = (typeof figureNames)[number]

/** `share`: numerator divided by denominator, 0 to 1. `count`: the numerator. `days`: a median. */
export const figureUnits = ['share', 'count', 'days'] as const
export type FigureUnit = (typeof figureUnits)[number]

export const figureBuckets = ['month', 'quarter'] as const
export type FigureBucket = (typeof figureBuckets)[number]

/** Whose records a list shows: those counted in the numerator, or all of the denominator. */
export const figureParts = ['numerator', 'denominator'] as const
export type FigurePart = (typeof figureParts)[number]

/** The outcomes that changes are counted by; `none` where no review has told one. */
export const countedOutcomes = [...reviewOutcomes, 'none'] as const
export type CountedOutcome = (typeof countedOutcomes)[number]
