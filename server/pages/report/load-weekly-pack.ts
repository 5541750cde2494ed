import { getArticleTitle } from '#lib/domain/articles/article-title.ts'
import type { Report } from '#lib/report/report.ts'
import { buildWeeklyPack, filterLessons, packMetrics, packRecords } from '#lib/report/weekly-pack.ts'
import { findWeek, type Week } from '#lib/time/week.ts'
import { listArticles } from '#server/articles/queries.ts'
import { getInsights } from '#server/insights/get-insights.ts'
import { readMetricRecords } from '#server/insights/list-records.ts'
import { type Context, getToday } from '#server/platform/runtime/context.ts'

/** Week of a day, by default the last complete one, and the current week, in the organisation's time zone. */
export function resolveWeek(ctx: Context, day?: string): { week: Week; current: Week } {
  const today = getToday(ctx)
  const current = findWeek(today)
  return { week: day === undefined ? findWeek(today, -1) : findWeek(day), current }
}

/** Loads the pack of a week: figures and records from Insights, lessons from Knowledge. */
export async function loadWeeklyPack(ctx: Context, week: Week): Promise<Report> {
  const numerator = { ...week, part: 'numerator', page: 1, limit: packRecords } as const
  const [{ metrics, computed_at: at }, lessons, late, ...pages] = await Promise.all([
    getInsights(ctx, { ...week, bucket: 'month' }),
    listArticles(ctx, { query: filterLessons(week), page: 1, limit: packRecords }),
    readMetricRecords(ctx, 'change_failure_rate', numerator, 'reviewed_later'),
    ...packMetrics.map((name) => readMetricRecords(ctx, name, numerator)),
  ])
  return buildWeeklyPack({
    week,
    at,
    metrics,
    records: new Map(packMetrics.map((name, index) => [name, pages[index]?.rows ?? []])),
    late,
    lessons: {
      total: lessons.total,
      rows: lessons.rows.map(({ id, content, metadata }) => ({
        id,
        title: getArticleTitle(content),
        change: metadata.source_change ?? null,
      })),
    },
  })
}
