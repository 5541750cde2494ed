import { type SQL, sql } from 'drizzle-orm'
import { keyFigureNames, keyFigures, type MetricBucket } from '#lib/contracts/app/metric-values.ts'
import type { KeyFigure, Metric } from '#lib/contracts/app/metrics.ts'
import { type BucketSpan, listLastBuckets } from '#lib/domain/metrics/metric-period.ts'
import { endOfBucket } from './as-known.ts'
import { type CountBuilder, type CountLine, pickMeasures, selectCounts, sumRecords } from './counts.ts'
import { metricParts } from './metric-parts.ts'
import type { MetricTargets } from './metric-targets.ts'
import { computeMetricValue } from './metric-value.ts'
import { openReviewsAt, type PopulationName, selectPopulation } from './populations.ts'
import type { MetricScope } from './scope.ts'

/** Builds the statements that count ended changes and open reviews of the last twelve buckets, by the first day of each. */
export function buildFigureLines(scope: MetricScope, bucket: MetricBucket): SQL[] {
  const [first, ...spans] = chooseSpans(scope, bucket)
  const period = { from: first?.from ?? scope.period.from, to: spans.at(-1)?.to ?? scope.period.to }
  const spanScope: MetricScope = { ...scope, period, previous: period }
  const selectLine = (name: PopulationName, key: SQL, from: SQL, count?: CountBuilder) => sql`
    select ${sql.raw(`'${name}_span'`)}, ${key}, true, 1, ${selectCounts(pickMeasures(name, keyFigureNames), count)}, null::float8
    from (${from}) as ${sql.raw(name)} group by bucket`
  const ended = sql`select *, date_trunc(${sql.raw(`'${bucket}'`)}, day::timestamp) as bucket
    from (${selectPopulation('ended', spanScope, endOfBucket(spanScope, bucket))}) as ended`
  return [
    selectLine('ended', sql`to_char(bucket, 'YYYY-MM-DD')`, ended),
    selectLine('open_reviews', sql`bucket`, openReviewsAt(scope, chooseSpans(scope, bucket)), sumRecords),
  ]
}

/** Returns the last twelve buckets of the period until today, the same for each figure. */
export const chooseSpans = ({ period, today }: MetricScope, bucket: MetricBucket): BucketSpan[] =>
  listLastBuckets(period.to < today ? period.to : today, bucket, today)

/**
 * True if a metric meets a target however the missing reviews turn out. Null while they still decide it, so that a
 * failure rate does not look good while nobody reviews.
 */
function isTargetMet(metric: Metric | undefined, limit: KeyFigure['limit'], target: number): boolean | null {
  if (!metric || metric.value === null) return null
  const owed = metric.left_out?.owed ?? 0
  if (owed === 0) return isWithin(metric.value, limit, target)
  const { numerator, denominator } = metric
  const [best, worst] = [numerator, numerator + owed].map((count) =>
    isWithin(count / (denominator + owed), limit, target),
  )
  return best === worst ? (best ?? null) : null
}

type KeyFigureOptions = {
  readonly bucket: MetricBucket
  readonly targets: MetricTargets
  readonly metrics: readonly Metric[]
}

/** Computes the key figures of a period from its counted `lines` and the `metrics` computed from them. */
export function computeKeyFigures(
  lines: readonly CountLine[],
  scope: MetricScope,
  { bucket, targets, metrics }: KeyFigureOptions,
): KeyFigure[] {
  return keyFigureNames.map((name) => {
    const { population: part } = metricParts[name]
    const { limit } = keyFigures[name]
    const target = targets[name] ?? null
    const metric = metrics.find((one) => one.name === name)
    return {
      name,
      limit,
      target,
      is_met: target === null ? null : isTargetMet(metric, limit, target),
      spans: chooseSpans(scope, bucket).map(({ start, from, to, isWhole }) => ({
        from,
        to,
        is_whole: isWhole,
        ...computeMetricValue(
          name,
          lines.find((line) => line.part === `${part}_span` && line.key === start),
          { from, to },
          scope.today,
        ),
      })),
    }
  })
}

const isWithin = (value: number, limit: KeyFigure['limit'], target: number): boolean =>
  limit === 'at_least' ? value >= target : value <= target
