import type { Metadata } from 'next'
import { PrintButton } from '#components/report/print-button.tsx'
import { ReportPaper } from '#components/report/report-paper.tsx'
import { ButtonLink } from '#components/ui/button-link.tsx'
import { DownloadLink } from '#components/ui/download-link.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import { buildHref, type PageSearchParams, readPageQuery } from '#lib/api/page-query.ts'
import { getWeeklyPack } from '#lib/contracts/app/changes.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'
import { findWeek } from '#lib/time/week.ts'
import { getPageContext } from '#server/pages/page-context.ts'
import { loadWeeklyPack, resolveWeek } from '#server/pages/report/load-weekly-pack.ts'
import { getReportFrame } from '#server/pages/report/report-file.ts'

export const metadata: Metadata = { title: 'Weekly pack' }

export default async function WeeklyPackPage({ searchParams }: { searchParams: Promise<PageSearchParams> }) {
  const query = readPageQuery(getWeeklyPack.query, await searchParams)
  const ctx = await getPageContext(buildHref(pagePaths.weeklyPack, query, {}))
  const { week, current } = resolveWeek(ctx, query.week)
  const { report } = await loadWeeklyPack(ctx, week)
  const getWeekHref = (weeks: number) => buildHref(pagePaths.weeklyPack, {}, { week: findWeek(week.from, weeks).from })
  return (
    <>
      <div className="mx-auto mb-6 flex max-w-4xl flex-wrap items-center gap-2 print:hidden">
        <nav aria-label="Week" className="mr-auto flex gap-2">
          <ButtonLink href={getWeekHref(-1)}>Previous week</ButtonLink>
          {week.from < current.from ? <ButtonLink href={getWeekHref(1)}>Next week</ButtonLink> : null}
        </nav>
        <DownloadLink label="PDF" path={buildHref(getWeeklyPack.path, {}, { week: week.from })} />
        <PrintButton />
      </div>
      <ReportPaper report={report} frame={await getReportFrame(ctx)} />
      <p className="mx-auto mt-6 max-w-4xl text-sm text-muted print:hidden">
        Get it by mail every Monday: <TextLink href={pagePaths.settings}>Settings</TextLink>
      </p>
    </>
  )
}
