import { reviewOutcomes } from '#lib/contracts/record-values.ts'

/** The metrics in the order of the page. */
export const metricNames = [
  'change_failure_rate',
  'caused_incidents',
  'dora_failure_rate',
  'recovery_time',
  'deployment_frequency',
  'rework_rate',
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

/** The figures at the top of the page Insights, in order. A target is a lower or an upper limit, at most `highest`. */
export const keyFigures = {
  reviews_in_time: { limit: 'at_least', highest: 1 },
  overdue_reviews: { limit: 'at_most', highest: 100_000 },
  change_failure_rate: { limit: 'at_most', highest: 1 },
  actions_in_time: { limit: 'at_least', highest: 1 },
  changes_with_outcome: { limit: 'at_least', highest: 1 },
} as const satisfies Partial<Record<MetricName, { limit: 'at_least' | 'at_most'; highest: number }>>
export type KeyFigureName = keyof typeof keyFigures
export const keyFigureNames = Object.keys(keyFigures) as [KeyFigureName, ...KeyFigureName[]]

/** `share`: numerator divided by denominator, 0 to 1. `count`: the numerator. `days`, `hours`: a median. */
export const metricUnits = ['share', 'count', 'days', 'hours', 'per_week'] as const
export type MetricUnit = (typeof metricUnits)[number]

export const metricBuckets = ['month', 'quarter'] as const
export type MetricBucket = (typeof metricBuckets)[number]

/** The dimensions that split the values of a metric, besides months or quarters. */
export const metricDimensions = ['all', 'team', 'type', 'service'] as const

/** The records of a list: those in the numerator, or all of the denominator. */
export const metricParts = ['numerator', 'denominator'] as const
export type MetricPart = (typeof metricParts)[number]

/** Ranges of days since an open review was due, both ends included; null is no limit. */
export const reviewAges = {
  over_90_days: [91, null],
  up_to_90_days: [31, 90],
  up_to_30_days: [8, 30],
  up_to_7_days: [1, 7],
  not_due: [null, 0],
} as const satisfies Readonly<Record<string, readonly [number | null, number | null]>>
export const reviewAgeNames = [
  'over_90_days',
  'up_to_90_days',
  'up_to_30_days',
  'up_to_7_days',
  'not_due',
  'no_due_date',
] as const satisfies readonly (keyof typeof reviewAges | 'no_due_date')[]
export type ReviewAge = (typeof reviewAgeNames)[number]

/** Outcomes of the charts; `none` if no review recorded one. */
export const countedOutcomes = [...reviewOutcomes, 'none'] as const
export type CountedOutcome = (typeof countedOutcomes)[number]
