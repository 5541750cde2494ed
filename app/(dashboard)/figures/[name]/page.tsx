import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { FigureHeader } from '#components/figures/figure-header.tsx'
import { RecordList } from '#components/figures/record-list.tsx'
import { type PageSearchParams, readPageQuery } from '#lib/api/page-query.ts'
import { listFigureRecords } from '#lib/contracts/app/figures.ts'
import { recordsAddress } from '#lib/domain/figure-lists.ts'
import * as figures from '#server/figures/list-records.ts'
import { readScope, withinReach } from '#server/figures/scope.ts'
import { getPageContext } from '#server/pages/page-context.ts'

export const metadata: Metadata = { title: 'Records of a figure' }

type Props = { params: Promise<{ name: string }>; searchParams: Promise<PageSearchParams> }

export default async function FigureRecordsPage({ params, searchParams }: Props) {
  const read = listFigureRecords.params.safeParse(await params)
  if (!read.success) notFound()
  const { name } = read.data
  const asked = readPageQuery(listFigureRecords.query, await searchParams)
  const ctx = await getPageContext(recordsAddress(name, asked, asked, asked.part, asked.page))
  const query = withinReach(ctx, asked)
  const other = query.part === 'numerator' ? 'denominator' : 'numerator'
  const [shown, rest] = await Promise.all([
    figures.listFigureRecords(ctx, name, query),
    figures.listFigureRecords(ctx, name, { ...query, part: other, page: 1, limit: 1 }),
  ])
  const { period } = readScope(ctx, query)
  const totals = { [query.part]: shown.total, [other]: rest.total }
  return (
    <>
      <FigureHeader
        figure={{ name, numerator: totals.numerator ?? 0, denominator: totals.denominator ?? 0 }}
        period={period}
        filters={query}
        part={query.part}
      />
      <RecordList
        name={name}
        records={shown.rows}
        total={shown.total}
        page={query.page}
        limit={query.limit}
        isAll={query.part === 'denominator'}
        hrefFor={(page) => recordsAddress(name, period, query, query.part, page)}
      />
    </>
  )
}
