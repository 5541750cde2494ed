import { formatDay } from '#components/ui/time/format-time.ts'
import { ToggleChip } from '#components/ui/toggle-chip.tsx'
import type { Insights, Metric } from '#lib/contracts/app/metrics.ts'
import { metricTrend } from '#lib/domain/metrics/metric-labels.ts'
import { insightsHref } from '#lib/domain/metrics/metric-lists.ts'
import { lengthOf, periodPresets } from '#lib/domain/metrics/metric-period.ts'
import { capitalised } from '#lib/text/first-letter.ts'
import { DaysColumns } from './days-columns.tsx'
import { EmptyPeriod } from './empty-period.tsx'
import { MetricFilters } from './metric-filters.tsx'
import type { MetricFilterValues, MetricQuery } from './metric-query.ts'
import { MetricTile } from './metric-tile.tsx'
import { OutcomeBars } from './outcome-bars.tsx'
import { OutcomeColumns } from './outcome-columns.tsx'
import { OutcomePatterns } from './outcome-style.tsx'

type InsightsBoardProps = { insights: Insights; query: MetricQuery; values: MetricFilterValues }

/** All metrics of a period: filters, tiles and charts. Only the filter form is a client component. */
export function InsightsBoard({ insights, query, values }: InsightsBoardProps) {
  const { period, bucket } = insights
  const today = insights.computed_at.slice(0, 10)
  const isEmpty = insights.metrics.every(({ denominator }) => denominator === 0)
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-col gap-3">
        <nav aria-label="Preset periods" className="flex flex-wrap gap-1.5 print:hidden">
          {periodPresets(today).map(({ label, ...preset }) => (
            <ToggleChip
              key={label}
              href={insightsHref(preset, query, bucket)}
              isOn={preset.from === period.from && preset.to === period.to}
            >
              {label}
            </ToggleChip>
          ))}
        </nav>
        <MetricFilters query={query} period={period} values={values} />
        <PeriodLine insights={insights} query={query} />
      </div>
      {isEmpty ? <EmptyPeriod query={query} period={period} today={today} /> : <Numbers insights={insights} />}
    </div>
  )
}

function PeriodLine({ insights, query }: Pick<InsightsBoardProps, 'insights' | 'query'>) {
  const { period, previous_period: previous, metrics } = insights
  const isCompared = metrics.some(
    ({ unit, value, previous: before }) => before && metricTrend(unit, value, before.value),
  )
  const { team, type, service } = query
  const filters = [
    team === undefined ? null : `team ${team}`,
    type === undefined ? null : `type ${type}`,
    service === undefined ? null : `service ${service}`,
  ].filter((filter) => filter !== null)
  const days = lengthOf(period)
  return (
    <p className="text-sm text-muted">
      <span className="font-medium text-ink">
        {formatDay(period.from)} – {formatDay(period.to)}
      </span>
      {filters.length > 0 ? `, ${filters.join(', ')}` : ''}, in UTC days.
      {isCompared
        ? ` Compared with the previous ${days === 1 ? 'day' : `${days.toLocaleString('en')} days`}, ${formatDay(previous.from)} – ${formatDay(previous.to)}.`
        : ''}
    </p>
  )
}

/** The rate of failed changes counts those that caused incidents too. */
const hasTile = ({ name }: Metric) => name !== 'caused_incidents'

function Numbers({ insights }: { insights: Insights }) {
  const { bucket } = insights
  return (
    <>
      <OutcomePatterns />
      <div className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,19rem),1fr))] gap-3 has-[details[open]]:items-start">
        {insights.metrics.filter(hasTile).map((metric) => (
          <MetricTile key={metric.name} metric={metric} />
        ))}
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
          nameOf={(key) => capitalised(key ?? 'No type')}
          isWide
        />
      </div>
    </>
  )
}
