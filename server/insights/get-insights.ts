import { type CountedOutcome, countedOutcomes, type MetricName, metricNames } from '#lib/contracts/app/metric-values.ts'
import type { getInsights as contract, Insights, Metric, OutcomeGroups } from '#lib/contracts/app/metrics.ts'
import { changeTypes } from '#lib/contracts/changes.ts'
import type { QueryOf } from '#lib/contracts/endpoint.ts'
import { reviewOutcomes } from '#lib/contracts/record-values.ts'
import { metricDefinitions } from '#lib/domain/metrics/metric-definitions.ts'
import { endedChangesHref, overdueReviewsHref, recordsHref } from '#lib/domain/metrics/metric-lists.ts'
import { splitIntoBuckets } from '#lib/domain/metrics/metric-period.ts'
import { findPeopleNames } from '#server/people/names.ts'
import type { Context } from '#server/platform/runtime/context.ts'
import { readStates } from './as-known.ts'
import { countMetrics } from './count-metrics.ts'
import { type CountLine, countNames } from './counts.ts'
import { computeKeyFigures } from './key-figures.ts'
import { metricParts } from './metric-parts.ts'
import { readMetricTargets } from './metric-targets.ts'
import { computeMetricValue, roundDays } from './metric-value.ts'
import { listReviewerEmails, presentOpenReviews } from './open-reviews.ts'
import { type MetricScope, readScope, toBounds } from './scope.ts'

/** Computes the metrics of a period. Throws `invalid_parameter` for a period that is too long. */
export async function getInsights(ctx: Context, query: QueryOf<typeof contract>): Promise<Insights> {
  const scope = readScope(ctx, query)
  const { period, previous, filters, today, zone } = scope
  const [{ lines, at }, targets] = await Promise.all([
    readStates(ctx.db, `insights ${JSON.stringify([scope, query.bucket])}`, async (tx) => ({
      lines: await countMetrics(tx, scope, query.bucket),
      at: ctx.now.toISOString(),
    })),
    readMetricTargets(ctx.db),
  ])
  const names = await findPeopleNames(ctx.db, listReviewerEmails(lines))
  const metrics = metricNames.map((name) => computeMetric(name, lines, scope))
  const spans = splitIntoBuckets(period, query.bucket, today)
  const findLine = (part: CountLine['part'], key: string) =>
    lines.find((line) => line.part === part && line.key === key)
  return {
    computed_at: at,
    time_zone: zone,
    period,
    previous_period: previous,
    bucket: query.bucket,
    metrics,
    key_figures: computeKeyFigures(lines, scope, { bucket: query.bucket, targets, metrics }),
    outcomes_over_time: spans.map(({ start, from, to, isWhole }) => ({
      from,
      to,
      is_whole: isWhole,
      ...countOutcomes(findLine('bucket', start), toBounds({ from, to }, zone), filters),
    })),
    open_reviews: presentOpenReviews(lines, scope, names),
    by_team: groupOutcomes('team', lines, scope),
    by_type: addMissingTypes(groupOutcomes('type', lines, scope), scope),
    by_service: groupOutcomes('service', lines, scope),
    days_over_time: spans.map(({ start, from, to, isWhole }) => {
      const line = findLine('days_bucket', start)
      return {
        from,
        to,
        is_whole: isWhole,
        value: roundDays(line?.median),
        reviews: line?.counts[countNames('days_to_review').numerator] ?? 0,
        list: recordsHref('days_to_review', { from, to }, filters),
      }
    }),
  }
}

/** Maximum difference of the shares of reviewed changes at which two periods are compared. */
const maxCoverageDifference = 0.1

const isOverReviewed = (name: MetricName) => name === 'change_failure_rate' || name === 'caused_incidents'

function computeMetric(name: MetricName, lines: readonly CountLine[], scope: MetricScope): Metric {
  const { title, unit, definition, numeratorMeans, denominatorMeans, exclusions } = metricDefinitions[name]
  const { population } = metricParts[name]
  const findLine = (isCurrent: boolean) => lines.find((one) => one.part === population && one.is_current === isCurrent)
  const getCount = (isCurrent: boolean, key: string) => findLine(isCurrent)?.counts[key] ?? 0
  const countEnded = (isCurrent: boolean) => getCount(isCurrent, countNames('changes_with_outcome').denominator)
  const coverage = (isCurrent: boolean) => 1 - getCount(isCurrent, 'not_reviewed') / Math.max(countEnded(isCurrent), 1)
  return {
    name,
    title,
    unit,
    ...computeMetricValue(name, findLine(true), scope.period, scope.today),
    left_out: isOverReviewed(name)
      ? {
          count: getCount(true, 'not_reviewed'),
          owed: getCount(true, 'not_reviewed_owed'),
          closed_as_failed: getCount(true, 'not_reviewed_failed'),
          of: countEnded(true),
          list: endedChangesHref(toBounds(scope.period, scope.zone), { ...scope.filters, outcome: 'none' }),
        }
      : null,
    is_comparable: !isOverReviewed(name) || Math.abs(coverage(true) - coverage(false)) <= maxCoverageDifference,
    previous:
      population === 'open_reviews' ? null : computeMetricValue(name, findLine(false), scope.previous, scope.today),
    definition,
    numerator_means: numeratorMeans,
    denominator_means: denominatorMeans,
    exclusions: [...exclusions],
    ...linkLists(name, scope),
  }
}

/** Links to the list of changes if the filter language can express the records, else to the metric's own list. */
function linkLists(
  name: MetricName,
  { period, filters, zone }: MetricScope,
): Pick<Metric, 'list' | 'denominator_list'> {
  const denominator = recordsHref(name, period, filters, 'denominator')
  switch (name) {
    case 'changes_with_outcome':
      return {
        list: endedChangesHref(toBounds(period, zone), { ...filters, outcome: 'any' }),
        denominator_list: endedChangesHref(toBounds(period, zone), filters),
      }
    case 'overdue_reviews':
      return { list: overdueReviewsHref(filters), denominator_list: denominator }
    default:
      return { list: recordsHref(name, period, filters), denominator_list: denominator }
  }
}

type ListedOutcomes = Pick<Insights['outcomes_over_time'][number], 'changes' | 'list' | 'with_outcome' | 'outcomes'>

function countOutcomes(
  line: CountLine | undefined,
  bounds: ReturnType<typeof toBounds>,
  filters: Parameters<typeof endedChangesHref>[1],
): ListedOutcomes {
  const getCount = (outcome: CountedOutcome) => line?.counts[outcome] ?? 0
  return {
    changes: line?.counts.changes ?? 0,
    list: endedChangesHref(bounds, filters),
    with_outcome: {
      count: reviewOutcomes.reduce((sum, outcome) => sum + getCount(outcome), 0),
      list: endedChangesHref(bounds, { ...filters, outcome: 'any' }),
    },
    outcomes: countedOutcomes.map((outcome) => ({
      outcome,
      count: getCount(outcome),
      list: endedChangesHref(bounds, { ...filters, outcome }),
    })),
  }
}

function groupOutcomes(
  part: 'team' | 'type' | 'service',
  lines: readonly CountLine[],
  scope: MetricScope,
): OutcomeGroups {
  const linesOfPart = lines.filter((line) => line.part === part)
  return {
    total: linesOfPart[0]?.parts ?? 0,
    groups: linesOfPart.map((line) => {
      const narrowed =
        line.key === null ? { hasNoTeam: true } : { [part === 'service' ? 'alsoAffects' : part]: line.key }
      return {
        key: line.key,
        ...countOutcomes(line, toBounds(scope.period, scope.zone), { ...scope.filters, ...narrowed }),
      }
    }),
  }
}

/** Returns the groups of all types in their defined order, including types without changes. */
function addMissingTypes({ groups }: OutcomeGroups, { period, filters, zone }: MetricScope): OutcomeGroups {
  const types = changeTypes.filter((type) => filters.type === undefined || filters.type === type)
  return {
    total: types.length,
    groups: types.map(
      (type) =>
        groups.find(({ key }) => key === type) ?? {
          key: type,
          ...countOutcomes(undefined, toBounds(period, zone), { ...filters, type }),
        },
    ),
  }
}
