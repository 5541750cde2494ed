import { FileText } from 'lucide-react'
import { PrintButton } from '#components/report/print-button.tsx'
import { ReportPaper } from '#components/report/report-paper.tsx'
import { ButtonLink } from '#components/ui/button-link.tsx'
import { DownloadLink } from '#components/ui/download-link.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { getReviewReport } from '#lib/contracts/routes.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'
import { getRecordContext, type NumberParams, resolveOr404, titleByNumber } from '#server/pages/page-context.ts'
import { loadReviewReport } from '#server/pages/report/load-review-report.ts'
import { getReportFrame } from '#server/pages/report/report-file.ts'

export const generateMetadata = titleByNumber('Report · ')

export default async function ReportPage({ params }: NumberParams) {
  const { ctx, number } = await getRecordContext('change', (await params).number, pagePaths.report)
  const report = await resolveOr404(loadReviewReport(ctx, number))
  if (!report) {
    return (
      <EmptyState
        icon={FileText}
        title={<h1>{number} has no review to report on</h1>}
        action={<ButtonLink href={pagePaths.review(number)}>Go to the review</ButtonLink>}
      >
        The report is available once the review is started.
      </EmptyState>
    )
  }
  return (
    <>
      <div className="mx-auto mb-6 flex max-w-4xl flex-wrap justify-end gap-2 print:hidden">
        <ButtonLink href={pagePaths.change(number)} variant="ghost">
          Back to the change
        </ButtonLink>
        <DownloadLink label="PDF" path={getReviewReport.path.replace('{number}', encodeURIComponent(number))} />
        <PrintButton />
      </div>
      <ReportPaper report={report} frame={await getReportFrame(ctx)} />
    </>
  )
}
