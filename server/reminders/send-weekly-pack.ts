import { and, asc, eq, sql } from 'drizzle-orm'
import type { MailContent, MailItem } from '#lib/contracts/app/mail-content.ts'
import type { SettingValues } from '#lib/contracts/app/setting-definitions.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'
import type { Inline, Report, ReportBlock } from '#lib/report/report.ts'
import { findFirstPath, formatInline } from '#lib/report/report-text.ts'
import { getDayInZone } from '#lib/time/local-day.ts'
import { findWeek, type Week } from '#lib/time/week.ts'
import { findSignedCheckpoint } from '#server/history/ledger/ledger-key.ts'
import { loadWeeklyPack } from '#server/pages/report/load-weekly-pack.ts'
import { isPresent } from '#server/platform/auth/leavers.ts'
import { queueMail } from '#server/platform/mail/queue-mail.ts'
import type { Context } from '#server/platform/runtime/context.ts'
import { inTransaction } from '#server/platform/runtime/in-transaction.ts'
import { findMailSettings, getSettings } from '#server/platform/settings/current-settings.ts'
import { accounts } from '#server/schema/access.ts'
import { mailPreferences } from '#server/schema/notifications.ts'
import { isMorning } from './morning.ts'

type WeeklySettings = Pick<SettingValues, 'digest_hour' | 'time_zone'>

/** Job that freezes the pack of the last week, and on Monday at the hour of the digest sends it if mail is configured. */
export async function sendWeeklyPack(ctx: Context): Promise<void> {
  const { time_zone: zone } = getSettings()
  await loadWeeklyPack({ ...ctx, zone }, findWeek(getDayInZone(ctx.now.toISOString(), zone), -1))
  if (findMailSettings()) await queueWeeklyPack(ctx, getSettings())
}

/** Queues the pack for each person who wants it, on Monday at the hour of the digest of the organisation. */
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
  const { report } = await loadWeeklyPack({ ...ctx, zone }, week)
  const action = { label: 'Open the weekly pack', path: `${pagePaths.weeklyPack}?week=${week.from}` }
  const content = { ...toReportMail(report, zone, action), ...(await findSignedCheckpoint(ctx.db)) }
  let queued = 0
  for (const { email } of readers) if (await queuePack(ctx, email, today, week, content)) queued += 1
  return { queued }
}

const isWaitingFor = (today: string) =>
  sql`${mailPreferences.isWeeklyOn} and coalesce(${mailPreferences.lastWeeklyOn}, '') < ${today}`

/** Stores the mark of the week with the mail, so that a kill or a second process neither loses nor repeats it. */
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

function toReportMail(report: Report, zone: string, action: MailContent['action']): MailContent {
  const text = (value: Inline) => formatInline(value, zone)
  const toItem = (title: string, ...rest: readonly Inline[]): MailItem => {
    const body = rest.map(text).filter(Boolean).join(' · ')
    return { title, ...(body ? { body } : {}) }
  }
  const toItems = (part: ReportBlock): MailItem[] => {
    switch (part.kind) {
      case 'facts':
        return part.facts.map(({ label, value }) => toItem(`${label}: ${text(value)}`))
      case 'text':
        return [{ ...toItem(text(part.text)), ...findPath([part.text]) }]
      case 'table':
        if (part.rows.length === 0) return [toItem(part.empty)]
        return part.rows.map(([first = '', ...rest]) => ({ ...toItem(text(first), ...rest), ...findPath([first]) }))
      default:
        return []
    }
  }
  const sections = report.parts.flatMap((part) =>
    part.kind === 'section' ? [{ heading: part.title, items: part.parts.flatMap(toItems) }] : [],
  )
  return { lead: `${report.kind}: ${report.title}. ${text(report.closing)}`, sections, ...(action ? { action } : {}) }
}

const findPath = (values: Inline) => {
  const path = findFirstPath(values)
  return path === undefined ? {} : { path }
}
