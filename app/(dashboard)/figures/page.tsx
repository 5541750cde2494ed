import type { Metadata } from 'next'
import { FigureBoard } from '#components/figures/figure-board.tsx'
import { PageHeader } from '#components/layout/page-header.tsx'
import { PrintButton } from '#components/report/print-button.tsx'
import { type PageSearchParams, readPageQuery } from '#lib/api/page-query.ts'
import { getFigures } from '#lib/contracts/app/figures.ts'
import { figuresAddress } from '#lib/domain/figure-lists.ts'
import { listFigureFilterValues } from '#server/figures/filter-values.ts'
import * as figures from '#server/figures/get-figures.ts'
import { withinReach } from '#server/figures/scope.ts'
import { getPageContext } from '#server/pages/page-context.ts'

export const metadata: Metadata = { title: 'Figures' }

export default async function FiguresPage({ searchParams }: { searchParams: Promise<PageSearchParams> }) {
  const asked = readPageQuery(getFigures.query, await searchParams)
  const ctx = await getPageContext(figuresAddress(asked, asked, asked.bucket))
  const query = withinReach(ctx, asked)
  const [answer, values] = await Promise.all([figures.getFigures(ctx, query), listFigureFilterValues(ctx)])
  return (
    <>
      <PageHeader
        title="Figures"
        description="How changes fare, whether their reviews happen, and whether anyone acts on them. Every number opens its list."
        actions={
          <div className="print:hidden">
            <PrintButton />
          </div>
        }
      />
      <FigureBoard figures={answer} query={query} values={values} />
    </>
  )
}
