import { ListX } from 'lucide-react'
import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import type { ReactNode } from 'react'
import { MetricMeaning } from '#components/insights/metric-meaning.tsx'
import { BreadcrumbLabel } from '#components/layout/navigation/path-breadcrumbs.tsx'
import { PageHeader } from '#components/layout/page-header.tsx'
import { ExportMenu } from '#components/list/export-menu.tsx'
import { Badge } from '#components/ui/badge.tsx'
import { ButtonLink } from '#components/ui/button-link.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { TabLinks } from '#components/ui/tab-links.tsx'
import { DataTable } from '#components/ui/table/data-table.tsx'
import { Pagination } from '#components/ui/table/pagination.tsx'
import type { DataColumn } from '#components/ui/table/plain-table.tsx'
import { RowLink } from '#components/ui/table/row-link.tsx'
import { LinkedText } from '#components/ui/text/linked-text.tsx'
import { Day } from '#components/ui/time/day.tsx'
import { type PageSearchParams, readPageQuery } from '#lib/api/page-query.ts'
import type { MetricName, MetricPart } from '#lib/contracts/app/metric-values.ts'
import { listMetricRecords, type MetricRecord } from '#lib/contracts/app/metrics.ts'
import { metricDefinitions } from '#lib/domain/metrics/metric-definitions.ts'
import { insightsHref, type MetricFilters, recordsHref } from '#lib/domain/metrics/metric-lists.ts'
import type { Period } from '#lib/domain/metrics/metric-period.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'
import { upperFirst } from '#lib/text/first-letter.ts'
import { formatDay } from '#lib/time/format-time.ts'
import * as insights from '#server/insights/list-records.ts'
import { dropLongPeriod, readScope } from '#server/insights/scope.ts'
import { getPageContext } from '#server/pages/page-context.ts'

export const metadata: Metadata = { title: 'Metric records' }

type Props = { params: Promise<{ name: string }>; searchParams: Promise<PageSearchParams> }

export default async function MetricRecordsPage({ params, searchParams }: Props) {
  const read = listMetricRecords.params.safeParse(await params)
  if (!read.success) notFound()
  const { name } = read.data
  const requested = readPageQuery(listMetricRecords.query, await searchParams)
  const ctx = await getPageContext(recordsHref(name, requested, requested, requested.part, requested.page))
  const query = dropLongPeriod(ctx, requested)
  const { rows, totals } = await insights.readMetricRecords(ctx, name, query)
  const { period, zone } = await readScope(ctx, query)
  const total = totals[query.part]
  return (
    <>
      <MetricHeader
        metric={{ name, ...totals }}
        period={period}
        filters={query}
        part={query.part}
        zone={zone}
        actions={
          <ExportMenu
            path={listMetricRecords.path.replace('{name}', name)}
            query={{ ...query, ...period }}
            fields={listRecordFields(name, query.part)}
            total={total}
            noun={name === 'actions_in_time' ? 'actions' : 'changes'}
          />
        }
      />
      <RecordList
        name={name}
        records={rows}
        total={total}
        page={query.page}
        limit={query.limit}
        isAll={query.part === 'denominator'}
        hrefFor={(page) => recordsHref(name, period, query, query.part, page)}
      />
    </>
  )
}

type MetricHeaderProps = {
  metric: { readonly name: MetricName; readonly numerator: number; readonly denominator: number }
  period: Period
  filters: MetricFilters
  part: MetricPart
  zone: string
  actions: ReactNode
}

/** Header of the record list of a metric: metric, period, filters, and tabs for numerator and denominator. */
function MetricHeader({ metric, period, filters, part, zone, actions }: MetricHeaderProps) {
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

const dayHeadings: Readonly<Record<MetricName, string>> = {
  change_failure_rate: 'Ended',
  caused_incidents: 'Ended',
  rework_rate: 'Ended',
  changes_with_outcome: 'Ended',
  review_completion: 'Ended',
  reviews_in_time: 'First due',
  overdue_reviews: 'Due',
  waived_reviews: 'Closed',
  days_to_review: 'Completed',
  actions_in_time: 'Due',
  overridden_proposals: 'Completed',
}

/** Fields of the columns that the list of a metric shows. */
const listRecordFields = (name: MetricName, part: 'numerator' | 'denominator') => [
  'id',
  'title',
  ...(part === 'denominator' ? ['is_counted'] : []),
  'why',
  'day',
  ...(name === 'actions_in_time' ? [] : ['team', 'services']),
]

type RecordListProps = {
  name: MetricName
  records: readonly MetricRecord[]
  total: number
  page: number
  limit: number
  /** True if the list includes records that are not counted. */
  isAll: boolean
  hrefFor: (page: number) => string
}

/** Records behind a metric, each with the reason why it counts. */
function RecordList({ name, records, total, page, limit, isAll, hrefFor }: RecordListProps) {
  const isOfActions = name === 'actions_in_time'
  return (
    <div className="flex flex-col gap-3">
      {records.length === 0 ? (
        <EmptyState
          icon={ListX}
          title={total > 0 ? 'This page is past the end' : 'No records'}
          action={total > 0 ? <ButtonLink href={hrefFor(1)}>Go to the first page</ButtonLink> : null}
        />
      ) : (
        <DataTable
          label="Records"
          height="viewport"
          columns={createColumns(name, isAll)}
          rows={records}
          rowKey={({ id }) => id}
        />
      )}
      <Pagination
        page={page}
        pageSize={limit}
        total={total}
        hrefFor={hrefFor}
        noun={isOfActions ? ['action', 'actions'] : ['change', 'changes']}
      />
    </div>
  )
}

function createColumns(name: MetricName, isAll: boolean): DataColumn<MetricRecord>[] {
  const isOfActions = name === 'actions_in_time'
  const title: DataColumn<MetricRecord> = {
    label: isOfActions ? 'Action' : 'Change',
    isPrimary: true,
    cellClass: 'sm:min-w-52',
    cell: (record) => (
      <div className="min-w-0 text-pretty">
        <RowLink href={isOfActions ? pagePaths.improvement(record.id) : pagePaths.change(record.id)}>
          {record.title}
        </RowLink>
        {isOfActions ? null : <span className="block font-mono text-xs font-normal text-muted">{record.id}</span>}
      </div>
    ),
  }
  const countedColumn: DataColumn<MetricRecord> = {
    label: 'Counted',
    cell: ({ is_counted: isCounted }) =>
      isCounted ? <Badge tone="accent">Counted</Badge> : <Badge>Not counted</Badge>,
  }
  const reason: DataColumn<MetricRecord>[] = [
    {
      label: 'Why',
      // One element, because on a card each piece of the text would become a column.
      cell: ({ why }) => (
        <span>
          <LinkedText text={why} />
        </span>
      ),
    },
    { label: dayHeadings[name], cell: ({ day }) => <Day value={day} /> },
  ]
  const ofChanges: DataColumn<MetricRecord>[] = [
    {
      label: 'Team',
      cell: (record) => (record.kind === 'change' && record.team) || <span className="text-muted">None</span>,
    },
    { label: 'Services', cell: (record) => (record.kind === 'change' ? record.services.join(', ') : null) },
  ]
  return [title, ...(isAll ? [countedColumn] : []), ...reason, ...(isOfActions ? [] : ofChanges)]
}
