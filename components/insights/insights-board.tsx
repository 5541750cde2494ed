import { ChartNoAxesColumn } from 'lucide-react'
import { ButtonLink } from '#components/ui/button-link.tsx'
import { Card, CardHeader } from '#components/ui/card.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { CardTable } from '#components/ui/table/data-table.tsx'
import type { ReviewAge } from '#lib/contracts/app/metric-values.ts'
import type { Insights, KeyFigure, Metric, OpenReviews } from '#lib/contracts/app/metrics.ts'
import { countDaysBetween } from '#lib/domain/improvements/improvement-due.ts'
import { describeTrend } from '#lib/domain/metrics/metric-labels.ts'
import { insightsHref } from '#lib/domain/metrics/metric-lists.ts'
import { countDays, type Period, resolvePeriod } from '#lib/domain/metrics/metric-period.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'
import { describeCount } from '#lib/text/counted.ts'
import { capitalise } from '#lib/text/first-letter.ts'
import { formatDay } from '#lib/time/format-time.ts'
import { getDayInZone } from '#lib/time/local-day.ts'
import { Causes } from './causes.tsx'
import { DaysColumns, OutcomeBars, OutcomeColumns, Sparkline } from './charts.tsx'
import type { ChartTables } from './column-chart.tsx'
import { CountLink } from './count-link.tsx'
import { MetricFilters, type MetricFilterValues, type MetricQuery } from './metric-filters.tsx'
import { MetricTile } from './metric-tile.tsx'
import { OutcomePatterns } from './outcome-style.tsx'
import type { Target } from './target-line.tsx'

type InsightsBoardProps = {
  insights: Insights
  query: MetricQuery
  values: MetricFilterValues
  canSetTargets: boolean
  /** The chart that is shown as a table. */
  table: string | undefined
}

/** All metrics of a period: filters, key figures, charts, and the other metrics. */
export function InsightsBoard({ insights, query, values, canSetTargets, table }: InsightsBoardProps) {
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
        <Numbers
          insights={insights}
          query={query}
          canSetTargets={canSetTargets}
          tables={{ open: table, hrefOf: (id) => insightsHref(query, query, query.bucket, id) }}
        />
      )}
    </div>
  )
}

function PeriodLine({ insights, query }: Pick<InsightsBoardProps, 'insights' | 'query'>) {
  const { period, previous_period: previous, metrics } = insights
  const isCompared = metrics.some(
    ({ unit, value, previous: before }) => before && describeTrend(unit, value, before.value),
  )
  const filters = (['team', 'type', 'service'] as const)
    .filter((name) => query[name] !== undefined)
    .map((name) => `${name} ${query[name]}`)
  const days = countDays(previous)
  const today = getDayInZone(insights.computed_at, insights.time_zone)
  const ahead = period.to > today ? countDaysBetween(today, period.to) : 0
  return (
    <p className="text-sm text-muted">
      <span className="font-medium text-ink">
        {formatDay(period.from)} – {formatDay(period.to)}
      </span>
      {filters.length > 0 ? `, ${filters.join(', ')}` : ''}, days in {insights.time_zone}.
      {ahead > 0 ? ` ${describeCount(ahead, 'day')} of it ${ahead === 1 ? 'lies' : 'lie'} ahead.` : ''}
      {period.to < today ? ' As known at the end of the period; lists show the records as they are now.' : ''}
      {isCompared
        ? ` Compared with the previous ${days === 1 ? 'day' : describeCount(days, 'day')}, ${formatDay(previous.from)} – ${formatDay(previous.to)}.`
        : ''}
    </p>
  )
}

/** False for metrics that another tile covers: the rate of failed changes also counts changes that caused incidents. */
const hasTile = ({ name }: Metric) => name !== 'caused_incidents'

type NumbersProps = Pick<InsightsBoardProps, 'insights' | 'query' | 'canSetTargets'> & { tables: ChartTables }

const pickTarget = ({ name, target, limit, is_met }: KeyFigure): Target => ({ name, target, limit, is_met })

function Numbers({ insights, query, canSetTargets, tables: chartTables }: NumbersProps) {
  const { bucket, metrics, key_figures: figures, open_reviews: open } = insights
  const others = metrics.filter((metric) => hasTile(metric) && !figures.some(({ name }) => name === metric.name))
  const renderTile = (metric: Metric, figure?: KeyFigure) => (
    <MetricTile
      key={metric.name}
      name={metric.name}
      value={metric.value}
      numerator={metric.numerator}
      denominator={metric.denominator}
      list={metric.list}
      denominatorList={metric.denominator_list}
      leftOut={metric.left_out}
      isComparable={metric.is_comparable}
      previous={metric.previous}
      target={figure && pickTarget(figure)}
      canSetTarget={canSetTargets}
    >
      {figure ? <Sparkline figure={figure} unit={metric.unit} bucket={bucket} /> : null}
    </MetricTile>
  )
  return (
    <>
      <OutcomePatterns />
      <div className="grid grid-cols-1 gap-3 has-[details[open]]:items-start sm:grid-cols-2 lg:grid-cols-3 xl:grid-cols-5">
        {figures.map((figure) => {
          const metric = metrics.find(({ name }) => name === figure.name)
          return metric && renderTile(metric, figure)
        })}
      </div>
      <div className="grid grid-cols-1 gap-3 xl:grid-cols-2">
        <OutcomeColumns spans={insights.outcomes_over_time} bucket={bucket} tables={chartTables} />
        <DaysColumns spans={insights.days_over_time} bucket={bucket} tables={chartTables} />
        <OutcomeBars by="team" groups={insights.by_team} tables={chartTables} />
        <OutcomeBars
          by="service"
          groups={insights.by_service}
          note="A change that affects two services counts in both."
          tables={chartTables}
        />
        <OutcomeBars by="type" groups={insights.by_type} nameOf={capitalise} isWide tables={chartTables} />
        <ReviewAges open={open} />
        <ReviewerWorkload open={open} />
      </div>
      <div className="grid grid-cols-1 gap-3 has-[details[open]]:items-start sm:grid-cols-2 lg:grid-cols-3 xl:grid-cols-5">
        {others.map((metric) => renderTile(metric))}
      </div>
      <Causes query={query} />
    </>
  )
}

/** Empty state of a period without records. Links to the last 12 months, unless the period is that and unfiltered. */
function EmptyPeriod({ query, period, today }: { query: MetricQuery; period: Period; today: string }) {
  const isFiltered = [query.team, query.type, query.service].some((filter) => filter !== undefined)
  const isWidest = !isFiltered && countDays(period) >= countDays(resolvePeriod({}, today))
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

const ages: Readonly<Record<ReviewAge, string>> = {
  over_90_days: 'More than 90 days overdue',
  up_to_90_days: '31 to 90 days overdue',
  up_to_30_days: '8 to 30 days overdue',
  up_to_7_days: '1 to 7 days overdue',
  not_due: 'Not due yet',
  no_due_date: 'No due date',
}

function ReviewAges({ open: { by_age: byAge, total } }: { open: OpenReviews }) {
  return (
    <Card aria-labelledby="review-ages" className="break-inside-avoid">
      <CardHeader id="review-ages" title="Age of open reviews" description="As of today, independent of the period." />
      <CardTable
        label="Open reviews by age"
        stack={false}
        columns={[
          { label: 'Due', cell: ({ age }) => ages[age] },
          {
            label: 'Share',
            cellClass: 'w-1/2 max-sm:w-16',
            cell: ({ count }) => (
              <span
                aria-hidden="true"
                className="block h-2.5 rounded-sm bg-accent"
                style={{ width: `${(100 * count) / Math.max(total.count, 1)}%` }}
              />
            ),
          },
          {
            label: 'Reviews',
            align: 'end',
            cell: ({ age, count, list }) => (
              <CountLink href={list} count={count} label={`open reviews, ${ages[age]}`} />
            ),
          },
        ]}
        rows={byAge}
        rowKey={({ age }) => age}
      />
    </Card>
  )
}

function ReviewerWorkload({ open: { by_reviewer: byReviewer } }: { open: OpenReviews }) {
  const { groups, total } = byReviewer
  const limitNote = total > groups.length ? ` The ${groups.length} reviewers with the most, of ${total}.` : ''
  const nameOf = (group: (typeof groups)[number]) => group.reviewer_name ?? group.reviewer ?? 'Unassigned'
  return (
    <Card aria-labelledby="reviewer-workload" className="break-inside-avoid">
      <CardHeader
        id="reviewer-workload"
        title="Open reviews by reviewer"
        description={`As of today, independent of the period.${limitNote}`}
      />
      <CardTable
        label="Open reviews by reviewer"
        stack={false}
        columns={[
          { label: 'Reviewer', cell: nameOf },
          {
            label: 'Open',
            align: 'end',
            cell: (group) => (
              <CountLink href={group.open.list} count={group.open.count} label={`open reviews of ${nameOf(group)}`} />
            ),
          },
          {
            label: 'Overdue',
            align: 'end',
            cell: (group) => (
              <CountLink
                href={group.overdue.list}
                count={group.overdue.count}
                label={`overdue reviews of ${nameOf(group)}`}
              />
            ),
          },
        ]}
        rows={groups}
        rowKey={({ reviewer }) => reviewer ?? ''}
      />
    </Card>
  )
}
