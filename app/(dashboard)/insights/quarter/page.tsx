import type { Metadata } from 'next'
import { ConclusionForm } from '#components/insights/conclusion-form.tsx'
import { PrintButton } from '#components/report/print-button.tsx'
import { ReportPaper } from '#components/report/report-paper.tsx'
import { ButtonLink } from '#components/ui/button-link.tsx'
import { DownloadLink } from '#components/ui/download-link.tsx'
import { buildHref, type PageSearchParams, readPageQuery } from '#lib/api/page-query.ts'
import { getQuarterReport, QuarterQuery } from '#lib/contracts/app/conclusions.ts'
import { findQuarter, nameQuarter } from '#lib/domain/metrics/metric-period.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'
import { loadQuarter } from '#server/insights/conclusions.ts'
import { getPageContext } from '#server/pages/page-context.ts'
import { getReportFrame } from '#server/pages/report/report-file.ts'
import { getToday } from '#server/platform/runtime/context.ts'

export const metadata: Metadata = { title: 'Conclusion of a quarter' }

export default async function QuarterPage({ searchParams }: { searchParams: Promise<PageSearchParams> }) {
  const query = readPageQuery(QuarterQuery, await searchParams)
  const ctx = await getPageContext(buildHref(pagePaths.quarter(), query, {}))
  const current = nameQuarter(getToday(ctx))
  const move = (quarter: string, by: number) => nameQuarter(findQuarter(quarter, by).from)
  const quarter = query.quarter ?? move(current, -1)
  const { report, latest } = await loadQuarter(ctx, quarter)
  return (
    <>
      <div className="mx-auto mb-6 flex max-w-4xl flex-wrap items-center gap-2 print:hidden">
        <nav aria-label="Quarter" className="mr-auto flex gap-2">
          <ButtonLink href={pagePaths.quarter(move(quarter, -1))}>Previous quarter</ButtonLink>
          {quarter < current ? <ButtonLink href={pagePaths.quarter(move(quarter, 1))}>Next quarter</ButtonLink> : null}
        </nav>
        <DownloadLink label="PDF" path={getQuarterReport.path.replace('{quarter}', quarter)} />
        <PrintButton />
      </div>
      <ReportPaper report={report} frame={await getReportFrame(ctx)} />
      {quarter < current ? (
        <div className="mx-auto mt-6 max-w-4xl print:hidden">
          <ConclusionForm
            key={quarter}
            quarter={quarter}
            latest={latest}
            isOwn={latest?.written_by === ctx.actor.email}
          />
        </div>
      ) : null}
    </>
  )
}
