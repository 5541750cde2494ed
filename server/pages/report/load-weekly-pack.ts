import { eq } from 'drizzle-orm'
import { getArticleTitle } from '#lib/domain/articles/article-title.ts'
import type { Report } from '#lib/report/report.ts'
import { buildWeeklyPack, filterLessons, packMetrics, packRecords } from '#lib/report/weekly-pack.ts'
import { findWeek, type Week } from '#lib/time/week.ts'
import { listArticles } from '#server/articles/queries.ts'
import { getInsights } from '#server/insights/get-insights.ts'
import { readMetricRecords } from '#server/insights/list-records.ts'
import { type Context, getToday } from '#server/platform/runtime/context.ts'
import { getSettings } from '#server/platform/settings/current-settings.ts'
import { type WeeklyPack, weeklyPacks } from '#server/schema/former-states.ts'
import { renderInThread } from './render-in-thread.ts'
import { getReportFrame } from './report-file.ts'

/** Week of a day, by default the last complete one, and the current week, in the organisation's time zone. */
export function resolveWeek(ctx: Context, day?: string): { week: Week; current: Week } {
  const today = getToday(ctx)
  const current = findWeek(today)
  return { week: day === undefined ? findWeek(today, -1) : findWeek(day), current }
}

/**
 * Loads the pack of a week with how it is printed. That of a past week is stored when it is first read, by a reader or
 * by the job of Monday, and is the same from then on.
 */
export async function loadWeeklyPack(ctx: Context, week: Week): Promise<WeeklyPack> {
  if (week.to >= getToday(ctx)) return buildPack(ctx, week)
  const findStored = async () => {
    const [stored] = await ctx.db.select().from(weeklyPacks).where(eq(weeklyPacks.week, week.from))
    return stored?.pack
  }
  const stored = await findStored()
  if (stored) return stored
  const pack = await buildPack(ctx, week)
  await ctx.db.insert(weeklyPacks).values({ week: week.from, pack }).onConflictDoNothing()
  return (await findStored()) ?? pack
}

/** Renders a pack, with the same bytes for every reader. */
export const renderWeeklyPack = (ctx: Context, { report, frame, zone, origin }: WeeklyPack): Promise<Uint8Array> =>
  renderInThread(ctx.actor.id, { report, options: { frame, zone, origin, now: new Date(report.at) } })

async function buildPack(ctx: Context, week: Week): Promise<WeeklyPack> {
  const frame = { ...(await getReportFrame(ctx)), madeFor: 'all readers' }
  return { report: await buildReport(ctx, week), frame, zone: ctx.zone ?? 'UTC', origin: getSettings().public_url }
}

/** Builds the report: figures and records from Insights, lessons from Knowledge. */
async function buildReport(ctx: Context, week: Week): Promise<Report> {
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
