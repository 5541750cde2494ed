import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { MetricHeader } from '#components/insights/metric-header.tsx'
import { listRecordFields, RecordList } from '#components/insights/record-list.tsx'
import { ExportMenu } from '#components/list/export-menu.tsx'
import { type PageSearchParams, readPageQuery } from '#lib/api/page-query.ts'
import { listMetricRecords } from '#lib/contracts/app/metrics.ts'
import { recordsHref } from '#lib/domain/metrics/metric-lists.ts'
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
