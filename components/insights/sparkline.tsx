import { scaleLinear } from 'd3-scale'
import { line } from 'd3-shape'
import type { MetricBucket, MetricUnit } from '#lib/contracts/app/metric-values.ts'
import type { KeyFigure } from '#lib/contracts/app/metrics.ts'
import { formatMetric } from '#lib/domain/metrics/metric-labels.ts'
import { formatBucket } from '#lib/domain/metrics/metric-period.ts'

const width = 120
const height = 32
const margin = 3

type SparklineProps = { figure: KeyFigure; unit: MetricUnit; bucket: MetricBucket }

/**
 * The last twelve values of a figure, with its target as a dashed line. The picture stretches, but the line width does
 * not.
 */
export function Sparkline({ figure: { spans, target }, unit, bucket }: SparklineProps) {
  const values = spans.flatMap(({ value }) => (value === null ? [] : [value]))
  if (values.length < 2) return null
  const x = scaleLinear([0, spans.length - 1], [margin, width - margin])
  const highest = unit === 'share' ? 1 : Math.max(1, ...values, target ?? 0)
  const y = scaleLinear([0, highest], [height - margin, margin])
  const path = line<(typeof spans)[number]>()
    .defined(({ value }) => value !== null)
    .x((_, at) => x(at))
    .y(({ value }) => y(value ?? 0))(spans)
  const first = spans[0]
  const last = spans.at(-1)
  const text = (span: typeof first) => span && `${formatMetric(unit, span.value)} in ${formatBucket(span.from, bucket)}`
  return (
    <svg
      role="img"
      aria-label={`The last twelve ${bucket}s: from ${text(first)} to ${text(last)}`}
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      className="mt-auto block h-8 w-full shrink-0 overflow-visible"
    >
      {target === null ? null : (
        <line
          x1={0}
          x2={width}
          y1={y(target)}
          y2={y(target)}
          strokeDasharray="3 3"
          vectorEffect="non-scaling-stroke"
          className="stroke-line-strong"
        />
      )}
      <path
        d={path ?? ''}
        fill="none"
        strokeWidth={1.5}
        strokeLinejoin="round"
        vectorEffect="non-scaling-stroke"
        className="stroke-accent"
      />
    </svg>
  )
}
