import { DataTable } from '#components/ui/table/data-table.tsx'
import type { MetricBucket } from '#lib/contracts/app/metric-values.ts'
import type { Insights } from '#lib/contracts/app/metrics.ts'
import { formatMetric } from '#lib/domain/metrics/metric-labels.ts'
import { formatBucket } from '#lib/domain/metrics/metric-period.ts'
import { describeCount } from '#lib/text/counted.ts'
import { upperFirst } from '#lib/text/first-letter.ts'
import { type ChartColumn, type ChartTables, ColumnChart, nameBucket, plotHeight } from './column-chart.tsx'
import { CountLink } from './count-link.tsx'
import {
  describeOutcomes,
  drawnOutcomes,
  getCount,
  OutcomeLegend,
  OutcomeTable,
  splitShare,
  stackOutcomes,
} from './outcome-style.tsx'

type OutcomeSpan = Insights['outcomes_over_time'][number]

/** Outcomes by end date of the change: one stacked column for each month or quarter. */
type TimeChartProps<Span> = { spans: readonly Span[]; bucket: MetricBucket; tables: ChartTables }

export function OutcomeColumns({ spans, bucket, tables }: TimeChartProps<OutcomeSpan>) {
  const columns = spans.map((span): ChartColumn => {
    const { count: value, list } = span.with_outcome
    return {
      from: span.from,
      isWhole: span.is_whole,
      value,
      label: value === 0 ? '' : String(value),
      list: value === 0 ? null : list,
      title: `${formatBucket(span.from, bucket)}: ${splitShare(span).join(' ')} (${describeOutcomes(span)})`,
    }
  })
  return (
    <ColumnChart
      id="outcomes-over-time"
      tables={tables}
      title="Outcomes over time"
      description={`Changes with an outcome, by the ${bucket} in which they ended. Select a column to open its changes.`}
      legend={<OutcomeLegend />}
      table={
        <OutcomeTable
          label="Outcomes over time"
          heading={upperFirst(bucket)}
          rows={spans.map((span) => ({ ...span, name: nameBucket(span, bucket) }))}
        />
      }
      summary={`Stacked columns of outcomes by ${bucket}. ${summarizeOutcomes(spans, bucket)}`}
      bucket={bucket}
      columns={columns}
    >
      {(at, { x, width, y }) =>
        spans[at] &&
        stackOutcomes(spans[at]).map(({ outcome, low, high, ...style }) => (
          <rect
            key={outcome}
            x={`${x}%`}
            width={`${width}%`}
            y={y(high) + 1}
            height={Math.max(1, y(low) - y(high) - 1)}
            {...style}
          />
        ))
      }
    </ColumnChart>
  )
}

function summarizeOutcomes(spans: readonly OutcomeSpan[], bucket: MetricBucket): string {
  const highest = spans.toSorted((one, other) => other.with_outcome.count - one.with_outcome.count)[0]
  if (!highest || highest.with_outcome.count === 0) return 'No change in the period has an outcome.'
  const outcomes = drawnOutcomes.map((outcome) => ({
    outcome,
    count: spans.reduce((sum, span) => sum + getCount(span, outcome), 0),
  }))
  return `Total: ${describeOutcomes({ outcomes })}. Highest: ${highest.with_outcome.count} in ${formatBucket(highest.from, bucket)}.`
}

type DaysSpan = Insights['days_over_time'][number]

export function DaysColumns({ spans, bucket, tables }: TimeChartProps<DaysSpan>) {
  const columns = spans.map(({ from, is_whole: isWhole, value, reviews, list }): ChartColumn => {
    const name = formatBucket(from, bucket)
    return {
      from,
      isWhole,
      value: value ?? 0,
      label: value === null ? '' : value.toFixed(1),
      list: reviews === 0 ? null : list,
      title: `${name}: ${formatMetric('days', value)}, ${describeCount(reviews, 'review')}`,
    }
  })
  return (
    <ColumnChart
      id="days-over-time"
      tables={tables}
      title="Days to review over time"
      description={`Median time from the end of the change to the completion of its review, by ${bucket} of completion. In a column: its reviews.`}
      table={<DaysTable spans={spans} bucket={bucket} />}
      summary={`Column chart of median days to review by ${bucket}. ${summarizeDays(spans, bucket)}`}
      bucket={bucket}
      columns={columns}
    >
      {(at, { x, width, y }) => {
        const { value = null, reviews = 0 } = spans[at] ?? {}
        if (value === null) return null
        const height = Math.max(1, plotHeight - y(value))
        return (
          <>
            <rect x={`${x}%`} width={`${width}%`} y={y(value)} height={height} className="fill-accent" />
            {height < 20 || spans.length > 16 ? null : (
              <text x={`${x + width / 2}%`} y={plotHeight - 6} className="fill-on-accent tabular-nums">
                {reviews}
              </text>
            )}
          </>
        )
      }}
    </ColumnChart>
  )
}

function summarizeDays(spans: readonly DaysSpan[], bucket: MetricBucket): string {
  const knownSpans = spans.filter(({ value }) => value !== null).toSorted((a, b) => (a.value ?? 0) - (b.value ?? 0))
  const shortest = knownSpans[0]
  const longest = knownSpans.at(-1)
  if (!shortest || !longest) return 'No reviews were completed in the period.'
  const describe = ({ from, value }: DaysSpan) => `${formatMetric('days', value)} in ${formatBucket(from, bucket)}`
  return `Shortest: ${describe(shortest)}. Longest: ${describe(longest)}.`
}

function DaysTable({ spans, bucket }: { spans: readonly DaysSpan[]; bucket: MetricBucket }) {
  return (
    <DataTable
      label="Days to review over time"
      regionLabel="Days to review over time, as a table"
      stack={false}
      columns={[
        { label: upperFirst(bucket), cellClass: 'whitespace-nowrap', cell: (span) => nameBucket(span, bucket) },
        {
          label: 'Median days',
          align: 'end',
          cellClass: 'tabular-nums',
          cell: ({ value }) => value?.toFixed(1) ?? '–',
        },
        {
          label: 'Reviews',
          align: 'end',
          cell: ({ from, reviews, list }) => (
            <CountLink href={list} count={reviews} label={`${formatBucket(from, bucket)}, reviews`} />
          ),
        },
      ]}
      rows={spans}
      rowKey={({ from }) => from}
    />
  )
}
