import { asc, sql } from 'drizzle-orm'
import { dayInWords } from '#lib/domain/day-words.ts'
import { lowerFirst } from '#lib/domain/first-letter.ts'
import { isPresent } from '#server/platform/auth/leavers.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import type { Env } from '#server/platform/env.ts'
import { queueMail } from '#server/platform/mail/queue-mail.ts'
import type { Context } from '#server/platform/runtime/context.ts'
import { getRuntime } from '#server/platform/runtime/runtime.ts'
import { getBusinessDay } from '#server/policy/business-day.ts'
import { accounts } from '#server/schema/access.ts'
import { mailPreferences } from '#server/schema/notifications.ts'
import { type DigestDay, type DigestReader, writeDigest } from './digest-content.ts'

/** Hours after the digest hour in which the digests of a day are still sent: later it would be no morning mail. */
const catchUpFor = 4

/** Hourly job: sends the digests of the day once their hour has come and mail is configured. */
export async function sendDailyDigest(ctx: Context): Promise<void> {
  const { env } = getRuntime()
  if (env.mail) await writeDigests(ctx, env)
}

/** Queues the digest of each person, once for each business day, and only with content. */
export async function writeDigests(
  ctx: Context,
  { digestHour }: Pick<Env, 'digestHour'>,
): Promise<{ written: number }> {
  const late = ctx.now.getUTCHours() - digestHour
  if (late < 0 || late >= catchUpFor) return { written: 0 }
  const { isBusinessDay, ...day } = await getBusinessDay(ctx)
  if (!isBusinessDay) return { written: 0 }
  const readers = await ctx.db
    .select({ email: accounts.email, role: accounts.role })
    .from(accounts)
    .where(isPresent(accounts))
    .orderBy(asc(accounts.id))
  let written = 0
  for (const reader of readers) if (await writeOne(ctx, reader, day)) written += 1
  return { written }
}

/** Writes the mark of the day and the mail together, so that a kill or a second process causes neither none nor two. */
function writeOne(ctx: Context, reader: DigestReader, day: DigestDay): Promise<boolean> {
  return inTransaction(ctx.db, async (db) => {
    if (!(await takeDay({ ...ctx, db }, reader.email, day.today))) return false
    const content = await writeDigest(db, reader, day)
    if (!content) return false
    const subject = `Hindsight on ${dayInWords(day.today)}: ${summarise(content.sections ?? [])}`
    await queueMail({ ...ctx, db }, [{ recipient: reader.email, topic: 'digest', subject, content }])
    return true
  })
}

const summarise = (sections: readonly { heading: string }[]) =>
  sections.map(({ heading }) => lowerFirst(heading)).join(', ')

/** Claims a person's digest of a day; false where another call has it or the person switched it off. */
async function takeDay(ctx: Context, email: string, today: string): Promise<boolean> {
  const updatedAt = ctx.now.toISOString()
  const taken = await ctx.db
    .insert(mailPreferences)
    .values({ email, isMailOn: true, isDigestOn: true, lastDigestOn: today, updatedAt })
    .onConflictDoUpdate({
      target: mailPreferences.email,
      set: { lastDigestOn: today },
      setWhere: sql`${mailPreferences.isDigestOn} and coalesce(${mailPreferences.lastDigestOn}, '') < ${today}`,
    })
    .returning({ email: mailPreferences.email })
  return taken.length > 0
}
