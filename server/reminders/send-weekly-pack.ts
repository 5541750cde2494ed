import { and, asc, eq, sql } from 'drizzle-orm'
import type { MailContent } from '#lib/contracts/app/mail-content.ts'
import type { SettingValues } from '#lib/contracts/app/setting-definitions.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'
import { getDayInZone } from '#lib/time/local-day.ts'
import { findWeek, type Week } from '#lib/time/week.ts'
import { findSignedCheckpoint } from '#server/history/ledger/ledger-key.ts'
import { loadWeeklyPack } from '#server/pages/report/load-weekly-pack.ts'
import { toReportMail } from '#server/pages/report/report-mail.ts'
import { isPresent } from '#server/platform/auth/leavers.ts'
import { queueMail } from '#server/platform/mail/queue-mail.ts'
import type { Context } from '#server/platform/runtime/context.ts'
import { inTransaction } from '#server/platform/runtime/in-transaction.ts'
import { findMailSettings, getSettings } from '#server/platform/settings/current-settings.ts'
import { accounts } from '#server/schema/access.ts'
import { mailPreferences } from '#server/schema/notifications.ts'
import { isMorning } from './morning.ts'

type WeeklySettings = Pick<SettingValues, 'digest_hour' | 'time_zone'>

/** Job that sends the pack of the last week on Monday at the hour of the digest, if mail is configured. */
export async function sendWeeklyPack(ctx: Context): Promise<void> {
  if (findMailSettings()) await queueWeeklyPack(ctx, getSettings())
}

/**
 * Queues the pack for each person who wants it, once a week. Monday and the hour are in the time zone of the
 * organisation.
 */
export async function queueWeeklyPack(ctx: Context, settings: WeeklySettings): Promise<{ queued: number }> {
  const { time_zone: zone, digest_hour: hour } = settings
  const today = getDayInZone(ctx.now.toISOString(), zone)
  if (findWeek(today).from !== today || !isMorning(ctx.now, zone, hour)) return { queued: 0 }
  const week = findWeek(today, -1)
  const readers = await ctx.db
    .select({ email: accounts.email })
    .from(accounts)
    .innerJoin(mailPreferences, eq(mailPreferences.email, accounts.email))
    .where(and(isPresent(accounts), isWaitingFor(today)))
    .orderBy(asc(accounts.id))
  if (readers.length === 0) return { queued: 0 }
  const report = await loadWeeklyPack({ ...ctx, zone }, week)
  const action = { label: 'Open the weekly pack', path: `${pagePaths.weeklyPack}?week=${week.from}` }
  const content = { ...toReportMail(report, zone, action), ...(await findSignedCheckpoint(ctx.db)) }
  let queued = 0
  for (const { email } of readers) if (await queuePack(ctx, email, today, week, content)) queued += 1
  return { queued }
}

const isWaitingFor = (today: string) =>
  sql`${mailPreferences.isWeeklyOn} and coalesce(${mailPreferences.lastWeeklyOn}, '') < ${today}`

/**
 * Stores the mark of the week and the mail together, so that a kill or a second process neither loses nor repeats the
 * mail.
 */
const queuePack = (ctx: Context, email: string, today: string, week: Week, content: MailContent): Promise<boolean> =>
  inTransaction(ctx, async (tx) => {
    const claimed = await tx.db
      .update(mailPreferences)
      .set({ lastWeeklyOn: today })
      .where(and(eq(mailPreferences.email, email), isWaitingFor(today)))
      .returning({ email: mailPreferences.email })
    if (claimed.length === 0) return false
    const subject = `Hindsight: weekly pack of ${week.from} to ${week.to}`
    await queueMail(tx, [{ recipient: email, topic: 'weekly', subject, content }])
    return true
  })
