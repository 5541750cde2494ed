import { ChartNoAxesColumn } from 'lucide-react'
import { ButtonLink } from '#components/ui/button-link.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { DataTable } from '#components/ui/table/data-table.tsx'
import type { MetricBucket } from '#lib/contracts/app/metric-values.ts'
import type { Insights, Metric } from '#lib/contracts/app/metrics.ts'
import { describeTrend, formatMetric } from '#lib/domain/metrics/metric-labels.ts'
import { countDays, formatBucket, type Period, resolvePeriod } from '#lib/domain/metrics/metric-period.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'
import { capitalise } from '#lib/text/first-letter.ts'
import { formatDay } from '#lib/time/format-time.ts'
import { getDayInZone } from '#lib/time/local-day.ts'
import { ChartCard } from './chart-card.tsx'
import { type ChartColumn, ColumnChart, plotHeight } from './column-chart.tsx'
import { CountLink } from './count-link.tsx'
import { MetricFilters } from './metric-filters.tsx'
import type { MetricFilterValues, MetricQuery } from './metric-query.ts'
import { MetricTile } from './metric-tile.tsx'
import { ReviewAges, ReviewerWorkload } from './open-reviews.tsx'
import { OutcomeBars } from './outcome-bars.tsx'
import { OutcomeColumns } from './outcome-columns.tsx'
import { OutcomePatterns } from './outcome-style.tsx'
import { PartialNote } from './partial-note.tsx'

type InsightsBoardProps = {
  insights: Insights
  query: MetricQuery
  values: MetricFilterValues
  canSetTargets: boolean
}

/** All metrics of a period: filters, key figures, charts, and the other metrics. */
export function InsightsBoard({ insights, query, values, canSetTargets }: InsightsBoardProps) {
  const { period } = insights
  const today = getDayInZone(insights.computed_at, insights.time_zone)
  const isEmpty = insights.metrics.every(({ denominator }) => denominator === 0)
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-col gap-3">
        <MetricFilters query={query} period={period} today={today} values={values} />
        <PeriodLine insights={insights} query={query} />
      </div>
      {isEmpty ? (
        <EmptyPeriod query={query} period={period} today={today} />
      ) : (
        <Numbers insights={insights} canSetTargets={canSetTargets} />
      )}
    </div>
  )
}

function PeriodLine({ insights, query }: Pick<InsightsBoardProps, 'insights' | 'query'>) {
  const { period, previous_period: previous, metrics } = insights
  const isCompared = metrics.some(
    ({ unit, value, previous: before }) => before && describeTrend(unit, value, before.value),
  )
  const { team, type, service } = query
  const filters = [
    team === undefined ? null : `team ${team}`,
    type === undefined ? null : `type ${type}`,
    service === undefined ? null : `service ${service}`,
  ].filter((filter) => filter !== null)
  const days = countDays(period)
  return (
    <p className="text-sm text-muted">
      <span className="font-medium text-ink">
        {formatDay(period.from)} – {formatDay(period.to)}
      </span>
      {filters.length > 0 ? `, ${filters.join(', ')}` : ''}, days in {insights.time_zone}.
      {isCompared
        ? ` Compared with the previous ${days === 1 ? 'day' : `${days.toLocaleString('en')} days`}, ${formatDay(previous.from)} – ${formatDay(previous.to)}.`
        : ''}
    </p>
  )
}

/** False for metrics that another tile covers: the rate of failed changes also counts changes that caused incidents. */
const hasTile = ({ name }: Metric) => name !== 'caused_incidents'

function Numbers({ insights, canSetTargets }: Pick<InsightsBoardProps, 'insights' | 'canSetTargets'>) {
  const { bucket, metrics, key_figures: figures, open_reviews: open } = insights
  const others = metrics.filter((metric) => hasTile(metric) && !figures.some(({ name }) => name === metric.name))
  const tiles = (shown: readonly (Metric | undefined)[]) =>
    shown.map(
      (metric) =>
        metric && (
          <MetricTile
            key={metric.name}
            metric={metric}
            figure={figures.find(({ name }) => name === metric.name)}
            bucket={bucket}
            canSetTarget={canSetTargets}
          />
        ),
    )
  return (
    <>
      <OutcomePatterns />
      <div className="grid grid-cols-1 gap-3 has-[details[open]]:items-start sm:grid-cols-2 lg:grid-cols-3 xl:grid-cols-5">
        {tiles(figures.map(({ name }) => metrics.find((metric) => metric.name === name)))}
      </div>
      <div className="grid grid-cols-1 gap-3 xl:grid-cols-2">
        <OutcomeColumns spans={insights.outcomes_over_time} bucket={bucket} />
        <DaysColumns spans={insights.days_over_time} bucket={bucket} />
        <OutcomeBars
          id="outcomes-by-team"
          title="Outcomes by team"
          noun="Team"
          plural="teams"
          groups={insights.by_team}
          nameOf={(key) => key ?? 'No team'}
        />
        <OutcomeBars
          id="outcomes-by-service"
          title="Outcomes by service"
          noun="Service"
          plural="services"
          groups={insights.by_service}
          nameOf={(key) => key ?? 'No service'}
          note="A change that affects two services counts in both."
        />
        <OutcomeBars
          id="outcomes-by-type"
          title="Outcomes by type"
          noun="Type"
          plural="types"
          groups={insights.by_type}
          nameOf={(key) => capitalise(key ?? 'No type')}
          isWide
        />
        <ReviewAges open={open} />
        <ReviewerWorkload open={open} />
      </div>
      <div className="grid grid-cols-1 gap-3 has-[details[open]]:items-start sm:grid-cols-2 lg:grid-cols-3 xl:grid-cols-5">
        {tiles(others)}
      </div>
    </>
  )
}

type DaysSpan = Insights['days_over_time'][number]

/** Median days to review, by completion date of the review. */
function DaysColumns({ spans, bucket }: { spans: readonly DaysSpan[]; bucket: MetricBucket }) {
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

type Filters = Pick<MetricQuery, 'team' | 'type' | 'service'>
type EmptyPeriodProps = { query: Filters; period: Period; today: string }

/** Empty state of a period without records. Links to the last 12 months, unless the period is that and unfiltered. */
function EmptyPeriod({ query, period, today }: EmptyPeriodProps) {
  const isWidest = isUnfiltered(query) && countDays(period) >= countDays(resolvePeriod({}, today))
  return (
    <EmptyState
      icon={ChartNoAxesColumn}
      title="No data in this period"
      action={isWidest ? undefined : <ButtonLink href={pagePaths.insights}>Show the last 12 months</ButtonLink>}
    >
      No change ended, no review was completed and no action was due.{' '}
      {isWidest
        ? 'Choose an earlier period, or import your changes first.'
        : 'Choose a longer period or remove a filter.'}
    </EmptyState>
  )
}

const isUnfiltered = ({ team, type, service }: Filters) => [team, type, service].every((filter) => filter === undefined)
