import type { ReactNode } from 'react'
import { BreadcrumbLabel } from '#components/layout/navigation/path-breadcrumbs.tsx'
import { PageHeader } from '#components/layout/page-header.tsx'
import { ButtonLink } from '#components/ui/button-link.tsx'
import { TabLinks } from '#components/ui/tab-links.tsx'
import type { MetricName, MetricPart } from '#lib/contracts/app/metric-values.ts'
import { metricDefinitions } from '#lib/domain/metrics/metric-definitions.ts'
import { insightsHref, type MetricFilters, recordsHref } from '#lib/domain/metrics/metric-lists.ts'
import type { Period } from '#lib/domain/metrics/metric-period.ts'
import { upperFirst } from '#lib/text/first-letter.ts'
import { formatDay } from '#lib/time/format-time.ts'
import { MetricMeaning } from './metric-meaning.tsx'

type MetricHeaderProps = {
  metric: { readonly name: MetricName; readonly numerator: number; readonly denominator: number }
  period: Period
  filters: MetricFilters
  part: MetricPart
  zone: string
  actions: ReactNode
}

/** Header of the record list of a metric: metric, period, filters, and tabs for numerator and denominator. */
export function MetricHeader({ metric, period, filters, part, zone, actions }: MetricHeaderProps) {
  const { title, numeratorMeans, denominatorMeans } = metricDefinitions[metric.name]
  const { team, type, service } = filters
  const narrowed = [team && `team ${team}`, type && `type ${type}`, service && `service ${service}`].filter(Boolean)
  const span =
    metric.name === 'overdue_reviews'
      ? 'As of today'
      : `${formatDay(period.from)} – ${formatDay(period.to)}, days in ${zone}`
  return (
    <>
      <BreadcrumbLabel label={title} />
      <PageHeader
        title={title}
        description={[span, ...narrowed].join(', ')}
        actions={
          <>
            <ButtonLink href={insightsHref(period, filters)}>Back to insights</ButtonLink>
            {actions}
          </>
        }
      />
      <details className="mb-3">
        <summary className="w-fit rounded-sm text-sm font-medium text-accent-text">What it counts</summary>
        <MetricMeaning metric={metric} className="mt-2" />
      </details>
      <div className="mb-3">
        <TabLinks
          label="Part of the metric"
          tabs={[
            {
              href: recordsHref(metric.name, period, filters),
              label: upperFirst(numeratorMeans),
              count: metric.numerator,
              current: part === 'numerator',
            },
            {
              href: recordsHref(metric.name, period, filters, 'denominator'),
              label: upperFirst(denominatorMeans),
              count: metric.denominator,
              current: part === 'denominator',
            },
          ]}
        />
      </div>
    </>
  )
}
