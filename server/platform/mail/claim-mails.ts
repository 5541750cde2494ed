import { and, asc, eq, inArray, isNotNull, lte, sql } from 'drizzle-orm'
import type { MailTopic } from '#lib/contracts/app/mail-content.ts'
import { getOldestMailTime, giveUpHours, newsTopics } from '#lib/domain/people/mail-retry.ts'
import type { Context } from '#server/platform/runtime/context.ts'
import { mails } from '#server/schema/notifications.ts'

export type MailRow = typeof mails.$inferSelect

const minute = 60_000
/** Milliseconds after which another process may send a mail whose sender was killed. */
const lease = 10 * minute
const batchSize = 20

/** Claims waiting mail, oldest first; no other process gets it while it is being sent. */
export async function claimMails(ctx: Context): Promise<MailRow[]> {
  const waiting = ctx.db
    .select({ id: mails.id })
    .from(mails)
    .where(lte(mails.sendAfter, ctx.now.toISOString()))
    .orderBy(asc(mails.sendAfter), asc(mails.id))
    .limit(batchSize)
    .for('update', { skipLocked: true })
  return ctx.db
    .update(mails)
    .set({
      sendAfter: new Date(ctx.now.getTime() + lease).toISOString(),
      attempts: sql`${mails.attempts} + 1`,
    })
    .where(inArray(mails.id, waiting))
    .returning()
}

type DeliveryResult = { readonly sentAt?: string; readonly fault: string | null; readonly sendAfter?: string | null }

/** Stores the result of a mail; without a next attempt it is finished. */
export async function recordDelivery(ctx: Context, { id, attempts }: MailRow, outcome: DeliveryResult): Promise<void> {
  await ctx.db
    .update(mails)
    .set({ sendAfter: null, ...outcome })
    .where(and(eq(mails.id, id), eq(mails.attempts, attempts)))
}

/** Gives up mail that is too old to send, after a long outage. */
export async function giveUpOldMail(ctx: Context): Promise<void> {
  for (const [topic, hours] of Object.entries(giveUpHours) as [MailTopic, number][]) {
    const isOld = and(eq(mails.topic, topic), lte(mails.createdAt, getOldestMailTime(topic, ctx.now)))
    await ctx.db
      .update(mails)
      .set({ sendAfter: null, fault: `not sent within ${hours} hours` })
      .where(and(isNotNull(mails.sendAfter), isOld))
  }
}

/** Drops mail about events, for a service that sends none. */
export async function dropEventMail(ctx: Context): Promise<void> {
  await ctx.db
    .update(mails)
    .set({ sendAfter: null, fault: 'mail was not set up' })
    .where(and(isNotNull(mails.sendAfter), inArray(mails.topic, newsTopics)))
}
