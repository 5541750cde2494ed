import { stack } from 'd3-shape'
import type { MetricBucket } from '#lib/contracts/app/metric-values.ts'
import type { Insights } from '#lib/contracts/app/metrics.ts'
import { formatBucket } from '#lib/domain/metrics/metric-period.ts'
import { ChartCard } from './chart-card.tsx'
import { type ChartColumn, ColumnChart } from './column-chart.tsx'
import { describeOutcomes, describeShare, getCount } from './outcome-labels.ts'
import { drawnOutcomes, OutcomeLegend, outcomeStyles } from './outcome-style.tsx'
import { OutcomeTable } from './outcome-table.tsx'
import { PartialNote } from './partial-note.tsx'

type OutcomeSpan = Insights['outcomes_over_time'][number]

const stackOutcomes = stack<OutcomeSpan, (typeof drawnOutcomes)[number]>()
  .keys(drawnOutcomes)
  .value((span, outcome) => getCount(span, outcome))

/** Outcomes by end date of the change: one stacked column for each month or quarter. */
export function OutcomeColumns({ spans, bucket }: { spans: readonly OutcomeSpan[]; bucket: MetricBucket }) {
  const layers = stackOutcomes([...spans])
  const columns = spans.map((span): ChartColumn => {
    const { count: value, list } = span.with_outcome
    return {
      from: span.from,
      isWhole: span.is_whole,
      value,
      label: value === 0 ? '' : String(value),
      list: value === 0 ? null : list,
      title: `${formatBucket(span.from, bucket)}: ${describeShare(span)} (${describeOutcomes(span)})`,
    }
  })
  return (
    <ChartCard
      id="outcomes-over-time"
      title="Outcomes over time"
      description={`Changes with an outcome, by the ${bucket} in which they ended. Select a column to open its changes.`}
      legend={<OutcomeLegend />}
      table={
        <OutcomeTable
          label="Outcomes over time"
          heading={bucket === 'month' ? 'Month' : 'Quarter'}
          rows={spans.map((span) => ({
            ...span,
            name: `${formatBucket(span.from, bucket)}${span.is_whole ? '' : ' *'}`,
          }))}
        />
      }
    >
      <ColumnChart
        summary={`Stacked columns of outcomes by ${bucket}. ${summarize(spans, bucket)}`}
        bucket={bucket}
        columns={columns}
      >
        {(at, { x, width, y }) =>
          layers.map((layer) => {
            const [low = 0, high = 0] = layer[at] ?? []
            if (high === low) return null
            const { fill, className } = outcomeStyles[layer.key]
            return (
              <rect
                key={layer.key}
                x={`${x}%`}
                width={`${width}%`}
                y={y(high) + 1}
                height={Math.max(1, y(low) - y(high) - 1)}
                fill={fill}
                className={className}
              />
            )
          })
        }
      </ColumnChart>
      <PartialNote spans={spans} bucket={bucket} />
    </ChartCard>
  )
}

function summarize(spans: readonly OutcomeSpan[], bucket: MetricBucket): string {
  const highest = spans.toSorted((one, other) => other.with_outcome.count - one.with_outcome.count)[0]
  if (!highest || highest.with_outcome.count === 0) return 'No change in the period has an outcome.'
  const outcomes = drawnOutcomes.map((outcome) => ({
    outcome,
    count: spans.reduce((sum, span) => sum + getCount(span, outcome), 0),
  }))
  return `Total: ${describeOutcomes({ outcomes })}. Highest: ${highest.with_outcome.count} in ${formatBucket(highest.from, bucket)}.`
}
