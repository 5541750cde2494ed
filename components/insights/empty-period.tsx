import { ChartNoAxesColumn } from 'lucide-react'
import { ButtonLink } from '#components/ui/button-link.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { countDays, type Period, resolvePeriod } from '#lib/domain/metrics/metric-period.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'
import type { MetricQuery } from './metric-query.ts'

type Filters = Pick<MetricQuery, 'team' | 'type' | 'service'>
type EmptyPeriodProps = { query: Filters; period: Period; today: string }

/** Empty state of a period without records. Links to the last 12 months, unless the period is that and unfiltered. */
export function EmptyPeriod({ query, period, today }: EmptyPeriodProps) {
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
