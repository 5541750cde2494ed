import { DataTable } from '#components/ui/table/data-table.tsx'
import type { MetricBucket } from '#lib/contracts/app/metric-values.ts'
import type { Insights } from '#lib/contracts/app/metrics.ts'
import { formatMetric } from '#lib/domain/metrics/metric-labels.ts'
import { formatBucket } from '#lib/domain/metrics/metric-period.ts'
import { ChartCard } from './chart-card.tsx'
import { type ChartColumn, ColumnChart, plotHeight } from './column-chart.tsx'
import { CountLink } from './count-link.tsx'
import { PartialNote } from './partial-note.tsx'

type DaysSpan = Insights['days_over_time'][number]

/** Median days to review, by completion date of the review. */
export function DaysColumns({ spans, bucket }: { spans: readonly DaysSpan[]; bucket: MetricBucket }) {
  const columns = spans.map(({ from, is_whole: isWhole, value, reviews, list }): ChartColumn => {
    const name = formatBucket(from, bucket)
    return {
      from,
      isWhole,
      value: value ?? 0,
      label: value === null ? '' : value.toFixed(1),
      list: reviews === 0 ? null : list,
      title: `${name}: ${formatMetric('days', value)}, ${reviewCount(reviews)}`,
    }
  })
  return (
    <ChartCard
      id="days-over-time"
      title="Days to review over time"
      description={`Median time from the end of the change to the completion of its review, by ${bucket} of completion.`}
      table={<DaysTable spans={spans} bucket={bucket} />}
    >
      <ColumnChart
        summary={`Column chart of median days to review by ${bucket}. ${summarize(spans, bucket)}`}
        bucket={bucket}
        columns={columns}
      >
        {(at, { x, width, y }) => {
          const value = spans[at]?.value
          if (value == null) return null
          return (
            <rect
              x={`${x}%`}
              width={`${width}%`}
              y={y(value)}
              height={Math.max(1, plotHeight - y(value))}
              className="fill-accent"
            />
          )
        }}
      </ColumnChart>
      <PartialNote spans={spans} bucket={bucket} />
    </ChartCard>
  )
}

const reviewCount = (reviews: number) => (reviews === 1 ? '1 review' : `${reviews} reviews`)

function summarize(spans: readonly DaysSpan[], bucket: MetricBucket): string {
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
        {
          label: bucket === 'month' ? 'Month' : 'Quarter',
          cellClass: 'whitespace-nowrap',
          cell: ({ from, is_whole: isWhole }) => `${formatBucket(from, bucket)}${isWhole ? '' : ' *'}`,
        },
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
