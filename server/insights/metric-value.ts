import type { MetricName } from '#lib/contracts/app/metric-values.ts'
import type { Metric } from '#lib/contracts/app/metrics.ts'
import { metricDefinitions } from '#lib/domain/metrics/metric-definitions.ts'
import { countDays, type Period } from '#lib/domain/metrics/metric-period.ts'
import { type CountLine, countNames } from './counts.ts'

type MetricCounts = Pick<CountLine, 'counts'> & Partial<Pick<CountLine, 'median'>>

/** Computes a metric from the counts of its population; without counts, all of them are 0. */
export function computeMetricValue(
  name: MetricName,
  line: MetricCounts | undefined,
  { from, to }: Period,
  today: string,
): NonNullable<Metric['previous']> {
  const { unit } = metricDefinitions[name]
  const keys = countNames(name)
  const numerator = line?.counts[keys.numerator] ?? 0
  const denominator = line?.counts[keys.denominator] ?? 0
  if (unit === 'count') return { value: numerator, numerator, denominator }
  if (unit === 'per_week') {
    const days = countDays({ from, to: to < today ? to : today })
    return { value: days < 1 ? null : roundDays((7 * numerator) / days), numerator, denominator }
  }
  if (unit === 'days' || unit === 'hours') return { value: roundDays(line?.median), numerator, denominator }
  return { value: denominator === 0 ? null : Number((numerator / denominator).toFixed(4)), numerator, denominator }
}

export const roundDays = (days: number | null | undefined) => (days == null ? null : Number(days.toFixed(2)))
