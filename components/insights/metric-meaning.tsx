import { cx } from '#components/ui/class-names.ts'
import { formatCount } from '#components/ui/format-count.ts'
import type { MetricName } from '#lib/contracts/app/metric-values.ts'
import { metricDefinitions } from '#lib/domain/metrics/metric-definitions.ts'

type MetricMeaningProps = {
  metric: { readonly name: MetricName; readonly numerator: number; readonly denominator: number }
  className?: string
}

/** Definition of a metric: numerator, denominator and exclusions. */
export function MetricMeaning({ metric: { name, numerator, denominator }, className }: MetricMeaningProps) {
  const { definition, numeratorMeans, denominatorMeans, exclusions } = metricDefinitions[name]
  return (
    <div className={cx('flex max-w-prose flex-col gap-2 text-xs text-pretty', className)}>
      <p>{definition}</p>
      <dl className="flex flex-col [&_dd+dt]:mt-1.5">
        <dt className="text-muted">Numerator: {formatCount(numerator)}</dt>
        <dd>{numeratorMeans}</dd>
        <dt className="text-muted">Denominator: {formatCount(denominator)}</dt>
        <dd>{denominatorMeans}</dd>
        <dt className="text-muted">Excluded</dt>
        <dd>
          <ul className="flex list-disc flex-col gap-0.5 pl-4">
            {exclusions.map((exclusion) => (
              <li key={exclusion}>{exclusion}</li>
            ))}
          </ul>
        </dd>
      </dl>
    </div>
  )
}
