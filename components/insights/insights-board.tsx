import type { Insights, Metric } from '#lib/contracts/app/metrics.ts'
import { describeTrend } from '#lib/domain/metrics/metric-labels.ts'
import { countDays } from '#lib/domain/metrics/metric-period.ts'
import { capitalise } from '#lib/text/first-letter.ts'
import { formatDay } from '#lib/time/format-time.ts'
import { getDayInZone } from '#lib/time/local-day.ts'
import { DaysColumns } from './days-columns.tsx'
import { EmptyPeriod } from './empty-period.tsx'
import { MetricFilters } from './metric-filters.tsx'
import type { MetricFilterValues, MetricQuery } from './metric-query.ts'
import { MetricTile } from './metric-tile.tsx'
import { ReviewAges, ReviewerWorkload } from './open-reviews.tsx'
import { OutcomeBars } from './outcome-bars.tsx'
import { OutcomeColumns } from './outcome-columns.tsx'
import { OutcomePatterns } from './outcome-style.tsx'

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
