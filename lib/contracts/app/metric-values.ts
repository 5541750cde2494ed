import { reviewOutcomes } from '../changes.ts'

/** The metrics in the order of the page. */
export const metricNames = [
  'change_failure_rate',
  'caused_incidents',
  'changes_with_outcome',
  'review_completion',
  'reviews_in_time',
  'overdue_reviews',
  'waived_reviews',
  'days_to_review',
  'actions_in_time',
  'overridden_proposals',
] as const
export type MetricName = (typeof metricNames)[number]

/** `share`: numerator divided by denominator, 0 to 1. `count`: the numerator. `days`: a median. */
export const metricUnits = ['share', 'count', 'days'] as const
export type MetricUnit = (typeof metricUnits)[number]

export const metricBuckets = ['month', 'quarter'] as const
export type MetricBucket = (typeof metricBuckets)[number]

/** Which records a list shows: those in the numerator, or all of the denominator. */
export const metricParts = ['numerator', 'denominator'] as const
export type MetricPart = (typeof metricParts)[number]

/** Outcomes of the charts; `none` when no review recorded one. */
export const countedOutcomes = [...reviewOutcomes, 'none'] as const
export type CountedOutcome = (typeof countedOutcomes)[number]
