import * as contract from '#lib/contracts/app/reports.ts'
import { loadReviewReport } from '#server/pages/report/load-review-report.ts'
import { renderReportFile } from '#server/pages/report/report-file.ts'
import { route } from '#server/platform/api/route.ts'
import { notFound } from '#server/platform/errors.ts'

export const GET = route(contract.getReviewReport, async (ctx, { params }) => {
  const report = await loadReviewReport(ctx, params.number)
  if (!report) throw notFound('review of change', params.number)
  return renderReportFile(ctx, report, 'review')
})
