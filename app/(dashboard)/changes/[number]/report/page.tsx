import { FileText } from 'lucide-react'
import type { Metadata } from 'next'
import { PrintButton } from '#components/report/print-button.tsx'
import { ReviewReport } from '#components/report/review-report.tsx'
import { ButtonLink } from '#components/ui/button-link.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { pagePaths } from '#lib/domain/page-paths.ts'
import { foundOr404 } from '#server/pages/found.ts'
import { loadReport } from '#server/pages/load-report.ts'
import { getPageContext } from '#server/pages/page-context.ts'
import { readPathSegment } from '#server/pages/path-segment.ts'

type ReportPageProps = { params: Promise<{ number: string }> }

export async function generateMetadata({ params }: ReportPageProps): Promise<Metadata> {
  return { title: `Report · ${readPathSegment((await params).number)}` }
}

export default async function ReportPage({ params }: ReportPageProps) {
  const number = readPathSegment((await params).number)
  const ctx = await getPageContext(pagePaths.report(number))
  const report = await foundOr404(loadReport(ctx, number))
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
        <PrintButton />
      </div>
      <ReviewReport data={report} />
    </>
  )
}
