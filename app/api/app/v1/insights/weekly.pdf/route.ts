import * as contract from '#lib/contracts/app/reports.ts'
import { loadWeeklyPack, resolveWeek } from '#server/pages/report/load-weekly-pack.ts'
import { renderReportFile } from '#server/pages/report/report-file.ts'
import { route } from '#server/platform/api/route.ts'

export const GET = route(contract.getWeeklyPack, async (ctx, { query }) => {
  const { week } = resolveWeek(ctx, query.week)
  return renderReportFile(ctx, await loadWeeklyPack(ctx, week), `weekly-pack-${week.from}`)
})
