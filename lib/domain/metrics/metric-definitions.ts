import type { MetricName, MetricUnit } from '#lib/contracts/app/metric-values.ts'

export type MetricDefinition = {
  readonly title: string
  readonly unit: MetricUnit
  readonly definition: string
  readonly numeratorMeans: string
  readonly denominatorMeans: string
  readonly exclusions: readonly string[]
  /** The direction of an improvement; null for neither. */
  readonly betterWhen: 'lower' | 'higher' | null
}

const changesCounted = ['cancelled changes', 'changes known only by their number', 'changes without an actual end']
const notReviewed = 'changes whose review recorded no outcome yet, or that have no review'
const reviewsCounted = [
  'reviews of changes that were cancelled by then, and of changes known only by their number',
  'later completions of a reopened review',
  'reviews in another system, which reports no completion time',
]
const onlyNamed = 'incidents that name the change but that no review confirmed'

/**
 * The definitions. A past period counts what was known at its end. The rework rate follows DORA
 * (https://dora.dev/guides/dora-metrics-four-keys/): deployments that were not planned, made to fix an incident.
 */
export const metricDefinitions: Readonly<Record<MetricName, MetricDefinition>> = {
  change_failure_rate: {
    title: 'Failed among reviewed changes',
    unit: 'share',
    definition:
      'Of the changes that ended in the period and whose review recorded an outcome, those whose outcome is failed or whose review confirmed an incident as caused by the change. Changes without an outcome are left out and counted beside the rate, since nobody has judged them; the change failure rate after DORA is over all changes.',
    numeratorMeans: 'changes that failed or caused an incident',
    denominatorMeans: 'reviewed changes',
    exclusions: [...changesCounted, notReviewed, onlyNamed],
    betterWhen: 'lower',
  },
  caused_incidents: {
    title: 'Changes that caused incidents',
    unit: 'share',
    definition:
      'Of the changes that ended in the period and whose review recorded an outcome, those with at least one incident that the review confirmed as caused by the change. A link alone does not count.',
    numeratorMeans: 'changes with a confirmed incident',
    denominatorMeans: 'reviewed changes',
    exclusions: [...changesCounted, notReviewed, onlyNamed],
    betterWhen: 'lower',
  },
  dora_failure_rate: {
    title: 'Change failure rate (DORA)',
    unit: 'share',
    definition:
      'Of all changes that ended in the period, reviewed or not, those that needed a remedy: closed as failed or backed out, rolled back, with the outcome failed, or with an incident that a review confirmed: the change failure rate after DORA, with a change for a deployment.',
    numeratorMeans: 'changes that failed, were backed out or rolled back, or caused an incident',
    denominatorMeans: 'changes that ended in the period',
    exclusions: [...changesCounted, onlyNamed],
    betterWhen: 'lower',
  },
  recovery_time: {
    title: 'Median time to recover (DORA)',
    unit: 'hours',
    definition:
      'Of the failed changes that ended in the period: median hours from the end of the change, or from its first confirmed incident if that came before, until all its confirmed incidents were resolved and it was rolled back.',
    numeratorMeans: 'failed changes with a recorded recovery',
    denominatorMeans: 'failed changes that ended in the period',
    exclusions: [...changesCounted, 'from the median: failed changes without a confirmed incident or a rollback'],
    betterWhen: 'lower',
  },
  deployment_frequency: {
    title: 'Deployment frequency (DORA)',
    unit: 'per_week',
    definition:
      'Changes that ended in the period, in a week: their number by the days of the period until today, times seven.',
    numeratorMeans: 'changes that ended in the period',
    denominatorMeans: 'changes that ended in the period',
    exclusions: changesCounted,
    betterWhen: null,
  },
  rework_rate: {
    title: 'Rework rate (DORA)',
    unit: 'share',
    definition:
      'Of the changes that ended in the period, the emergency changes that began while an incident on one of their services was open: unplanned work to restore a service, the rework rate after DORA. The incident must have been opened in the 7 days before.',
    numeratorMeans: 'emergency changes during an incident',
    denominatorMeans: 'changes that ended in the period',
    exclusions: [
      ...changesCounted,
      'from the rework: emergency changes without an open incident, such as security patches',
      'incidents that name no service',
    ],
    betterWhen: 'lower',
  },
  changes_with_outcome: {
    title: 'Changes with an outcome',
    unit: 'share',
    definition:
      'Of the changes that ended in the period, those whose review, here or in another system, recorded an outcome. The outcome charts show these. Most changes owe no review and have no outcome.',
    numeratorMeans: 'changes with an outcome',
    denominatorMeans: 'changes that ended in the period',
    exclusions: changesCounted,
    betterWhen: null,
  },
  review_completion: {
    title: 'Reviews completed',
    unit: 'share',
    definition:
      'Of the changes that ended in the period and owe a review by the policy, those whose review was completed by the end of the period, or by now.',
    numeratorMeans: 'required reviews that are completed',
    denominatorMeans: 'reviews required for changes that ended in the period',
    exclusions: [
      ...changesCounted,
      'reviews started by choice',
      'reviews that were waived',
      'changes that the policy has not decided yet',
    ],
    betterWhen: 'higher',
  },
  reviews_in_time: {
    title: 'Reviewed on time',
    unit: 'share',
    definition:
      'Of the reviews whose first due date lies in the period and is past, those that were first completed on or before that date. Extending or reopening a review does not move its first due date.',
    numeratorMeans: 'reviews completed by their first due date',
    denominatorMeans: 'reviews that were due in the period',
    exclusions: [
      'reviews due today or later, or without a due date',
      'reviews that were waived, or whose change was cancelled, by that date',
      'reviews of changes known only by their number',
    ],
    betterWhen: 'higher',
  },
  overdue_reviews: {
    title: 'Reviews overdue now',
    unit: 'count',
    definition:
      'Open reviews whose current due date has passed, independent of the period. A review is open until it is completed or waived, also while it waits for sign-off. Due today is not overdue. By month: as it was at the end of each.',
    numeratorMeans: 'open reviews past their due date',
    denominatorMeans: 'open reviews with a due date',
    exclusions: ['reviews of cancelled changes and of changes known only by their number'],
    betterWhen: 'lower',
  },
  waived_reviews: {
    title: 'Reviews waived',
    unit: 'share',
    definition:
      'Of the reviews that were first completed or waived in the period, those that a manager waived. A review of a change that was cancelled does not count.',
    numeratorMeans: 'reviews that a manager waived',
    denominatorMeans: 'reviews completed or waived in the period',
    exclusions: reviewsCounted,
    betterWhen: null,
  },
  days_to_review: {
    title: 'Median days to review',
    unit: 'days',
    definition:
      'Median time from the actual end of a change to the first completion of its review, in days of 24 hours, for reviews first completed in the period.',
    numeratorMeans: 'reviews in the median',
    denominatorMeans: 'reviews completed in the period',
    exclusions: [...reviewsCounted, 'from the median: changes without an actual end, or that ended after their review'],
    betterWhen: 'lower',
  },
  actions_in_time: {
    title: 'Actions closed on time',
    unit: 'share',
    definition:
      'Of the improvement actions whose first target date lies in the period and is past, those that were done on or before that date. Moving the target date does not move the first. A completed action without a recorded date counts as late.',
    numeratorMeans: 'actions done by their first target date',
    denominatorMeans: 'actions that were due in the period',
    exclusions: [
      'actions that were cancelled by then',
      'actions due today or later',
      'with a filter: actions that come from no review of a matching change',
    ],
    betterWhen: 'higher',
  },
  overridden_proposals: {
    title: 'Outcomes that differ from the suggestion',
    unit: 'share',
    definition:
      'Of the reviews first completed in the period for which the evidence suggested an outcome, those with a different outcome.',
    numeratorMeans: 'reviews with a different outcome than proposed',
    denominatorMeans: 'completed reviews with a proposal and an outcome',
    exclusions: [...reviewsCounted, 'reviews completed without a proposal'],
    betterWhen: 'lower',
  },
}
