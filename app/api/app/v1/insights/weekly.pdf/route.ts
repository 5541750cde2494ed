import { getWeeklyPack } from '#lib/contracts/app/reports.ts'
import { route } from '#server/platform/api/route.ts'
import { loadWeeklyPack, resolveWeek } from '#server/report/load-weekly-pack.ts'
import { reportFile } from '#server/report/report-file.ts'

export const GET = route(getWeeklyPack, async (ctx, { query }) => {
  const { week } = await resolveWeek(ctx, query.week)
  return reportFile(ctx, await loadWeeklyPack(ctx, week), `weekly-pack-${week.from}`)
})
