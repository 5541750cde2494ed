import { type SQL, sql } from 'drizzle-orm'
import type { MetricName } from '#lib/contracts/app/metric-values.ts'
import type { PopulationName } from './populations.ts'

/** Population that a metric counts. `reviewed_later` is only listed. */
export type CountedPopulation = Exclude<PopulationName, 'reviewed_later'>

export type MetricParts = {
  readonly population: CountedPopulation
  readonly denominator: SQL
  readonly numerator: SQL
}

const all = sql`true`
const isReviewed = sql`outcome is not null`

/**
 * Rows of a population that each metric counts. Numbers and record lists are both built from these, so they always
 * agree.
 */
export const metricParts: Readonly<Record<MetricName, MetricParts>> = {
  change_failure_rate: {
    population: 'ended',
    denominator: isReviewed,
    numerator: sql`(${isReviewed} and (has_caused or outcome = 'failed'))`,
  },
  caused_incidents: { population: 'ended', denominator: isReviewed, numerator: sql`(${isReviewed} and has_caused)` },
  rework_rate: { population: 'ended', denominator: all, numerator: sql`is_rework` },
  dora_failure_rate: { population: 'ended', denominator: all, numerator: sql`has_failed` },
  recovery_time: { population: 'failed', denominator: all, numerator: sql`hours is not null` },
  deployment_frequency: { population: 'ended', denominator: all, numerator: all },
  changes_with_outcome: { population: 'ended', denominator: all, numerator: isReviewed },
  review_completion: { population: 'ended', denominator: sql`is_owed`, numerator: sql`is_owed and is_completed` },
  reviews_in_time: { population: 'due_reviews', denominator: all, numerator: sql`is_in_time` },
  overdue_reviews: { population: 'open_reviews', denominator: all, numerator: sql`is_overdue` },
  waived_reviews: { population: 'closed_reviews', denominator: all, numerator: sql`is_waived` },
  days_to_review: { population: 'completed', denominator: all, numerator: sql`days is not null` },
  actions_in_time: { population: 'due_actions', denominator: all, numerator: sql`is_in_time` },
  overridden_proposals: {
    population: 'completed',
    denominator: sql`proposed is not null and outcome is not null`,
    numerator: sql`proposed <> outcome`,
  },
}
