import { ListX } from 'lucide-react'
import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { MetricMeaning } from '#components/insights/metric-tile.tsx'
import { BreadcrumbLabel } from '#components/layout/navigation/path-breadcrumbs.tsx'
import { PageHeader } from '#components/layout/page-header.tsx'
import { ExportMenu } from '#components/list/export-menu.tsx'
import { Badge } from '#components/ui/badge.tsx'
import { ButtonLink } from '#components/ui/button-link.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { TabLinks } from '#components/ui/tab-links.tsx'
import { DataTable } from '#components/ui/table/data-table.tsx'
import { Pagination } from '#components/ui/table/pagination.tsx'
import { RowLink } from '#components/ui/table/row-link.tsx'
import type { DataColumn } from '#components/ui/table/table.tsx'
import { LinkedText } from '#components/ui/text/linked-text.tsx'
import { Day } from '#components/ui/time/day.tsx'
import { type PageSearchParams, readPageQuery } from '#lib/api/page-query.ts'
import type { MetricName } from '#lib/contracts/app/metric-values.ts'
import { listMetricRecords, type MetricRecord } from '#lib/contracts/app/metrics.ts'
import { metricDefinitions } from '#lib/domain/metrics/metric-definitions.ts'
import { insightsHref, recordsHref } from '#lib/domain/metrics/metric-lists.ts'
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
  const { part, page, limit, team, type, service } = query
  const total = totals[part]
  const { title, numeratorMeans, denominatorMeans } = metricDefinitions[name]
  const span =
    name === 'overdue_reviews' ? 'As of today' : `${formatDay(period.from)} – ${formatDay(period.to)}, days in ${zone}`
  const narrowed = [team && `team ${team}`, type && `type ${type}`, service && `service ${service}`].filter(Boolean)
  const isOfActions = name === 'actions_in_time'
  const nouns = isOfActions ? (['action', 'actions'] as const) : (['change', 'changes'] as const)
  const columns = createColumns(name, part === 'denominator')
  const hrefFor = (next: number) => recordsHref(name, period, query, part, next)
  return (
    <>
      <BreadcrumbLabel label={title} />
      <PageHeader
        title={title}
        description={[span, ...narrowed].join(', ')}
        actions={
          <>
            <ButtonLink href={insightsHref(period, query)}>Back to insights</ButtonLink>
            <ExportMenu
              path={listMetricRecords.path.replace('{name}', name)}
              query={{ ...query, ...period }}
              fields={columns.flatMap(({ fields }) => fields)}
              total={total}
              noun={nouns[1]}
            />
          </>
        }
      />
      <details className="mb-3">
        <summary className="w-fit rounded-sm text-sm font-medium text-accent-text">What it counts</summary>
        <MetricMeaning metric={{ name, ...totals }} className="mt-2" />
      </details>
      <div className="mb-3">
        <TabLinks
          label="Part of the metric"
          tabs={[
            {
              href: recordsHref(name, period, query),
              label: upperFirst(numeratorMeans),
              count: totals.numerator,
              current: part === 'numerator',
            },
            {
              href: recordsHref(name, period, query, 'denominator'),
              label: upperFirst(denominatorMeans),
              count: totals.denominator,
              current: part === 'denominator',
            },
          ]}
        />
      </div>
      <div className="flex flex-col gap-3">
        {rows.length === 0 ? (
          <EmptyState
            icon={ListX}
            title={total > 0 ? 'This page is past the end' : 'No records'}
            action={total > 0 ? <ButtonLink href={hrefFor(1)}>Go to the first page</ButtonLink> : null}
          />
        ) : (
          <DataTable label="Records" height="viewport" columns={columns} rows={rows} rowKey={({ id }) => id} />
        )}
        <Pagination page={page} pageSize={limit} total={total} hrefFor={hrefFor} noun={nouns} />
      </div>
    </>
  )
}

const dayHeadings: Readonly<Record<MetricName, string>> = {
  change_failure_rate: 'Ended',
  caused_incidents: 'Ended',
  dora_failure_rate: 'Ended',
  recovery_time: 'Ended',
  deployment_frequency: 'Ended',
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

/** Column, with the fields of the record that an export of it has. */
type RecordColumn = DataColumn<MetricRecord> & { readonly fields: readonly string[] }

/** Columns of the records behind a metric; `isAll` if the list includes records that are not counted. */
function createColumns(name: MetricName, isAll: boolean): RecordColumn[] {
  const isOfActions = name === 'actions_in_time'
  const title: RecordColumn = {
    label: isOfActions ? 'Action' : 'Change',
    fields: ['id', 'title'],
    isPrimary: true,
    // Known from the head on, so that columns stay where they are while rows arrive.
    className: 'w-[36%]',
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
  const counted: RecordColumn = {
    label: 'Counted',
    fields: ['is_counted'],
    cell: ({ is_counted: isCounted }) =>
      isCounted ? <Badge tone="accent">Counted</Badge> : <Badge>Not counted</Badge>,
  }
  const reason: RecordColumn[] = [
    {
      label: 'Why',
      fields: ['why'],
      className: 'w-[28%]',
      // One element, because on a card each piece of the text would become a column.
      cell: ({ why }) => (
        <span>
          <LinkedText text={why} />
        </span>
      ),
    },
    { label: dayHeadings[name], fields: ['day'], cell: ({ day }) => <Day value={day} /> },
  ]
  const ofChanges: RecordColumn[] = [
    {
      label: 'Team',
      fields: ['team'],
      cell: (record) => (record.kind === 'change' && record.team) || <span className="text-muted">None</span>,
    },
    {
      label: 'Services',
      fields: ['services'],
      cell: (record) => (record.kind === 'change' ? record.services.join(', ') : null),
    },
  ]
  return [title, ...(isAll ? [counted] : []), ...reason, ...(isOfActions ? [] : ofChanges)]
}
