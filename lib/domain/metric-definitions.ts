import type { MetricName, MetricUnit } from '#lib/contracts/app/metric-values.ts'

export type MetricDefinition = {
  readonly title: string
  readonly unit: MetricUnit
  readonly definition: string
  readonly numeratorMeans: string
  readonly denominatorMeans: string
  readonly exclusions: readonly string[]
  /** Which way is better; null where neither is. */
  readonly betterWhen: 'lower' | 'higher' | null
}

const ofChanges = ['cancelled changes', 'changes known by their number alone', 'changes without an actual end']
const ofReviews = [
  'reviews of cancelled changes and of changes known by their number alone',
  'reviews that were opened again and are not completed yet',
  'reviews of another system, which tells no time of completion',
]
const onlyNamed = 'incidents that name the change and that no review confirmed'

/**
 * What each metric tells. The change failure rate follows DORA (https://dora.dev/guides/dora-metrics-four-keys/): the
 * share of changes that lead to degraded service and need to be remedied.
 */
export const metricDefinitions: Readonly<Record<MetricName, MetricDefinition>> = {
  change_failure_rate: {
    title: 'Change failure rate',
    unit: 'share',
    definition:
      'Of the changes that ended in the period, those that failed: the review says so, or its review confirmed an incident as caused by it, or the change has no outcome and was closed as failed or backed out. After DORA. A change without review, close code or incident counts as not failed.',
    numeratorMeans: 'changes that failed',
    denominatorMeans: 'changes that ended in the period',
    exclusions: [...ofChanges, onlyNamed],
    betterWhen: 'lower',
  },
  caused_incidents: {
    title: 'Changes that caused incidents',
    unit: 'share',
    definition:
      'Of the changes that ended in the period, those with at least one incident that their review confirmed as caused by the change. A link alone does not count. Changes that were not reviewed count as having caused none, so the true share may be higher.',
    numeratorMeans: 'changes with a confirmed incident',
    denominatorMeans: 'changes that ended in the period',
    exclusions: [...ofChanges, onlyNamed],
    betterWhen: 'lower',
  },
  changes_with_outcome: {
    title: 'Changes with an outcome',
    unit: 'share',
    definition:
      'Of the changes that ended in the period, those whose review, here or in another system, has told an outcome. The charts of outcomes rest on these. Most changes owe no review and stay without an outcome.',
    numeratorMeans: 'changes with an outcome',
    denominatorMeans: 'changes that ended in the period',
    exclusions: ofChanges,
    betterWhen: null,
  },
  review_completion: {
    title: 'Reviews completed',
    unit: 'share',
    definition:
      'Of the changes that ended in the period and owe a review by the policy, those whose review is completed by now.',
    numeratorMeans: 'owed reviews that are completed',
    denominatorMeans: 'reviews owed for changes that ended in the period',
    exclusions: [...ofChanges, 'reviews started by choice', 'changes on which the policy has not decided'],
    betterWhen: 'higher',
  },
  overdue_reviews: {
    title: 'Reviews overdue now',
    unit: 'count',
    definition: 'Open reviews whose due date is past today, whatever the period. Due today is not overdue.',
    numeratorMeans: 'open reviews past their due date',
    denominatorMeans: 'open reviews with a due date',
    exclusions: [
      'reviews of cancelled changes and of changes known by their number alone',
      'reviews that another system has completed',
    ],
    betterWhen: 'lower',
  },
  days_to_review: {
    title: 'Median days to review',
    unit: 'days',
    definition:
      'The median of the time from the actual end of a change to the completion of its review, in days of 24 hours, of the reviews completed in the period. Half of them took less, half took more.',
    numeratorMeans: 'reviews that the median rests on',
    denominatorMeans: 'reviews completed in the period',
    exclusions: [...ofReviews, 'for the median: changes without an actual end, or that ended after their review'],
    betterWhen: 'lower',
  },
  actions_in_time: {
    title: 'Actions closed in time',
    unit: 'share',
    definition:
      'Of the improvement actions whose target date lies in the period and is past, those that are done or verified and were done on or before that date. An action that is done with no record of when counts as not in time.',
    numeratorMeans: 'actions done by their target date',
    denominatorMeans: 'actions that were due in the period',
    exclusions: [
      'cancelled actions',
      'actions due today or later',
      'under a filter: actions that come from no review of such a change',
    ],
    betterWhen: 'higher',
  },
  overridden_proposals: {
    title: 'Overridden proposals',
    unit: 'share',
    definition:
      'Of the reviews completed in the period for which the evidence suggested an outcome, those with another outcome.',
    numeratorMeans: 'reviews with another outcome than proposed',
    denominatorMeans: 'completed reviews with a proposal and an outcome',
    exclusions: [...ofReviews, 'reviews completed without a proposal'],
    betterWhen: 'lower',
  },
}
