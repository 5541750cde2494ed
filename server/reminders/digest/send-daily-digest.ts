import { asc, sql } from 'drizzle-orm'
import type { SettingValues } from '#lib/contracts/app/setting-definitions.ts'
import { lowerFirst } from '#lib/text/first-letter.ts'
import { formatDay } from '#lib/time/format-time.ts'
import { isPresent } from '#server/platform/auth/leavers.ts'
import { recordColumns } from '#server/platform/db/record-columns.ts'
import { queueMail } from '#server/platform/mail/queue-mail.ts'
import type { Context } from '#server/platform/runtime/context.ts'
import { inTransaction } from '#server/platform/runtime/in-transaction.ts'
import { findMailSettings, getSettings } from '#server/platform/settings/current-settings.ts'
import { getBusinessDay } from '#server/policy/business-day.ts'
import { isMorning } from '#server/reminders/morning.ts'
import { accounts } from '#server/schema/access.ts'
import { mailPreferences } from '#server/schema/notifications.ts'
import { type DigestDay, type DigestReader, writeDigest } from './digest-content.ts'

const readerColumns = recordColumns(accounts, ['id', 'name', 'email', 'role'])
type DigestSettings = Pick<SettingValues, 'digest_hour' | 'time_zone'>

/** Job that sends the digests of the day once their hour has come, if mail is configured. */
export async function sendDailyDigest(ctx: Context): Promise<void> {
  if (findMailSettings()) await writeDigests(ctx, getSettings())
}

/**
 * Queues the digest of each person at the hour of their time zone, once for each business day, and only if it has
 * content. Returns the number of mails.
 */
export async function writeDigests(ctx: Context, settings: DigestSettings): Promise<{ written: number }> {
  const readers = await ctx.db
    .select({ ...readerColumns, zone: accounts.timeZone })
    .from(accounts)
    .where(isPresent(accounts))
    .orderBy(asc(accounts.id))
  const byZone = Map.groupBy(readers, ({ zone }) => zone ?? settings.time_zone)
  const organisationDay = await getBusinessDay({ ...ctx, zone: settings.time_zone })
  let mailCount = 0
  for (const [zone, people] of byZone) {
    if (!isMorning(ctx.now, zone, settings.digest_hour)) continue
    const { isBusinessDay, today } = await getBusinessDay({ ...ctx, zone })
    if (!isBusinessDay) continue
    for (const reader of people)
      if (await queueDigest(ctx, reader, { ...organisationDay, sentOn: today })) mailCount += 1
  }
  return { written: mailCount }
}

/** Stores the mark of the day with the mail, so that a kill or a second process neither loses nor repeats it. */
function queueDigest(ctx: Context, reader: DigestReader, day: DigestDay & { readonly sentOn: string }) {
  return inTransaction(ctx, async (tx) => {
    if (!(await claimDay(tx, reader.email, day.sentOn))) return false
    const content = await writeDigest(tx, reader, day)
    if (!content) return false
    const headings = content.sections?.map(({ heading }) => lowerFirst(heading)) ?? []
    const subject = `Hindsight on ${formatDay(day.sentOn)}: ${headings.join(', ')}`
    await queueMail(tx, [{ recipient: reader.email, topic: 'digest', subject, content }])
    return true
  })
}

/** Claims a person's digest of a day; false if another call has it or the person switched it off. */
async function claimDay(ctx: Context, email: string, today: string): Promise<boolean> {
  const updatedAt = ctx.now.toISOString()
  const claimed = await ctx.db
    .insert(mailPreferences)
    .values({ email, isMailOn: true, isDigestOn: true, lastDigestOn: today, updatedAt })
    .onConflictDoUpdate({
      target: mailPreferences.email,
      set: { lastDigestOn: today },
      setWhere: sql`${mailPreferences.isDigestOn} and coalesce(${mailPreferences.lastDigestOn}, '') < ${today}`,
    })
    .returning({ email: mailPreferences.email })
  return claimed.length > 0
}
