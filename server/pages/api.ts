import * as audits from '#lib/contracts/app/audits.ts'
import * as changes from '#lib/contracts/app/changes.ts'
import { getQuarterReport } from '#lib/contracts/app/conclusions.ts'
import { loadQuarter } from '#server/insights/conclusions.ts'
import { toFileResult } from '#server/platform/api/list-result.ts'
import { route } from '#server/platform/api/route.ts'
import { notFound } from '#server/platform/errors.ts'
import { buildAuditPack } from './pack/audit-pack.ts'
import { loadReviewReport } from './report/load-review-report.ts'
import { loadWeeklyPack, renderWeeklyPack, resolveWeek } from './report/load-weekly-pack.ts'
import { renderReportFile } from './report/report-file.ts'

export const pagesApi = [
  route(audits.getAuditPack, (ctx, { params }) => buildAuditPack(ctx, params.id)),
  route(changes.getReviewReport, async (ctx, { params }) => {
    const report = await loadReviewReport(ctx, params.number)
    if (!report) throw notFound('review of change', params.number)
    return renderReportFile(ctx, report, `review-${params.number}`)
  }),
  route(getQuarterReport, async (ctx, { params: { quarter } }) => {
    const { report } = await loadQuarter(ctx, quarter)
    return renderReportFile(ctx, report, `quarter-${quarter}`)
  }),
  route(changes.getWeeklyPack, async (ctx, { query }) => {
    const { week } = resolveWeek(ctx, query.week)
    const pdf = await renderWeeklyPack(ctx, await loadWeeklyPack(ctx, week))
    return toFileResult('application/pdf', `weekly-pack-${week.from}.pdf`, pdf)
  }),
]
