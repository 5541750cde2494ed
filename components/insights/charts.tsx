import { DataTable } from '#components/ui/table/data-table.tsx'
import type { MetricBucket, MetricUnit } from '#lib/contracts/app/metric-values.ts'
import type { Insights, KeyFigure, OutcomeGroups } from '#lib/contracts/app/metrics.ts'
import { formatMetric } from '#lib/domain/metrics/metric-labels.ts'
import { formatBucket } from '#lib/domain/metrics/metric-period.ts'
import { describeCount } from '#lib/text/counted.ts'
import { upperFirst } from '#lib/text/first-letter.ts'
import { groupDigits } from '#lib/text/grouped.ts'
import { ChartCard, type ChartColumn, type ChartTables, ColumnChart, nameBucket } from './column-chart.tsx'
import { CountLink } from './count-link.tsx'
import {
  describeOutcomes,
  drawnOutcomes,
  OutcomeLegend,
  OutcomeTable,
  splitShare,
  sumUp,
  tallyOutcomes,
} from './outcome-style.tsx'
import { OutcomeRows } from './plots.tsx'

type OutcomeSpan = Insights['outcomes_over_time'][number]

/** Outcomes by end date of the change: one stacked column for each month or quarter. */
type TimeChartProps<Span> = { spans: readonly Span[]; bucket: MetricBucket; tables: ChartTables }

export function OutcomeColumns({ spans, bucket, tables }: TimeChartProps<OutcomeSpan>) {
  const columns = spans.map((span): ChartColumn => {
    const { count, list } = span.with_outcome
    const values = tallyOutcomes(span)
    return {
      from: span.from,
      isWhole: span.is_whole,
      values,
      above: count === 0 ? '' : groupDigits(count),
      list: count === 0 ? null : list,
      title: `${formatBucket(span.from, bucket)}: ${splitShare(values, span.changes).join(' ')} (${describeOutcomes(values)})`,
    }
  })
  return (
    <ColumnChart
      isStacked
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
    />
  )
}

function summarizeOutcomes(spans: readonly OutcomeSpan[], bucket: MetricBucket): string {
  const highest = spans.toSorted((one, other) => other.with_outcome.count - one.with_outcome.count)[0]
  if (!highest || highest.with_outcome.count === 0) return 'No change in the period has an outcome.'
  const tallies = spans.map(tallyOutcomes)
  const total = drawnOutcomes.map((_, at) => sumUp(tallies.map((tally) => tally[at] ?? 0)))
  return `Total: ${describeOutcomes(total)}. Highest: ${groupDigits(highest.with_outcome.count)} in ${formatBucket(highest.from, bucket)}.`
}

type DaysSpan = Insights['days_over_time'][number]

export function DaysColumns({ spans, bucket, tables }: TimeChartProps<DaysSpan>) {
  const columns = spans.map(({ from, is_whole: isWhole, value, reviews, list }): ChartColumn => {
    const name = formatBucket(from, bucket)
    return {
      from,
      isWhole,
      values: value === null ? [] : [value],
      above: value === null ? '' : value.toFixed(1),
      inside: groupDigits(reviews),
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
    />
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

type OutcomeBarsProps = {
  by: 'team' | 'service' | 'type'
  groups: OutcomeGroups
  nameOf?: (key: string) => string
  note?: string
  isWide?: boolean
  tables: ChartTables
}

/** Outcomes by team, type or service: one stacked bar for each, most changes first. */
export function OutcomeBars({ by, groups: { groups, total }, nameOf, note, isWide = false, tables }: OutcomeBarsProps) {
  const title = `Outcomes by ${by}`
  const nameGroup = (key: string | null) => (key === null ? `No ${by}` : (nameOf?.(key) ?? key))
  const namedGroups = groups.map((group) => ({ ...group, name: nameGroup(group.key) }))
  const highest = Math.max(1, ...groups.map(({ with_outcome: { count } }) => count))
  const limitNote = total > groups.length ? `The ${groups.length} ${by}s with the most changes, of ${total}.` : null
  return (
    <ChartCard
      id={`outcomes-by-${by}`}
      title={title}
      isWide={isWide}
      tables={tables}
      description={[limitNote, note].filter(Boolean).join(' ') || 'Changes with an outcome, of all that ended.'}
      table={<OutcomeTable label={title} heading={upperFirst(by)} rows={namedGroups} />}
    >
      {groups.length === 0 ? (
        <p className="text-sm text-muted">No change in the period has a {by}.</p>
      ) : (
        <OutcomeRows
          highest={highest}
          rows={namedGroups.map(({ name, changes, with_outcome: { list }, ...group }) => ({
            name,
            changes,
            tally: tallyOutcomes(group),
            list,
          }))}
        />
      )}
    </ChartCard>
  )
}

const width = 120
const height = 32
const margin = 3

type SparklineProps = { figure: KeyFigure; unit: MetricUnit; bucket: MetricBucket }

/** The last twelve values, with the target as a dashed line. It stretches, but the line width does not. */
export function Sparkline({ figure: { spans, target }, unit, bucket }: SparklineProps) {
  const values = spans.flatMap(({ value }) => (value === null ? [] : [value]))
  if (values.length < 2) return null
  const highest = unit === 'share' ? 1 : Math.max(1, ...values, target ?? 0)
  const x = (at: number) => (margin + (at * (width - 2 * margin)) / (spans.length - 1)).toFixed(1)
  const y = (value: number) => (height - margin - (value * (height - 2 * margin)) / highest).toFixed(1)
  const draw = (isPartial: boolean) => {
    let command = 'M'
    const points = spans.map(({ value, is_whole: isWhole }, at) => {
      const isDrawn = value !== null && (isPartial ? at >= spans.length - 2 : isWhole)
      const point = isDrawn ? `${command}${x(at)},${y(value)}` : ''
      command = isDrawn ? 'L' : 'M'
      return point
    })
    return points.join('')
  }
  const first = spans[0]
  const last = spans.at(-1)
  const isPartial = last?.is_whole === false
  const text = (span: typeof first) => span && `${formatMetric(unit, span.value)} in ${formatBucket(span.from, bucket)}`
  return (
    <>
      <svg
        role="img"
        aria-label={`The last twelve ${bucket}s: from ${text(first)} to ${text(last)}${isPartial ? `, a partial ${bucket}` : ''}`}
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
        {[false, ...(isPartial ? [true] : [])].map((dashed) => (
          <path
            key={String(dashed)}
            d={draw(dashed)}
            fill="none"
            strokeWidth={1.5}
            strokeDasharray={dashed ? '2 2' : undefined}
            strokeLinejoin="round"
            vectorEffect="non-scaling-stroke"
            className="stroke-accent"
          />
        ))}
      </svg>
      <p className="flex flex-wrap justify-between gap-x-3 text-2xs text-muted tabular-nums">
        <span className="whitespace-nowrap">0 to {formatMetric(unit, highest)}</span>
        <span className="whitespace-nowrap">
          {first && formatBucket(first.from, bucket)} – {last && formatBucket(last.from, bucket)}
          {isPartial ? ' (partial)' : ''}
        </span>
      </p>
    </>
  )
}
