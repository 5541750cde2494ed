import { and, asc, eq, inArray, isNotNull, lt, lte, sql } from 'drizzle-orm'
import { oldestMail } from '#lib/domain/mail-retry.ts'
import { retryConflicts } from '#server/platform/db/transaction.ts'
import type { Context } from '#server/platform/runtime/context.ts'
import { mails } from '#server/schema/notifications.ts'

export type MailRow = typeof mails.$inferSelect

const minute = 60_000
/** Milliseconds after which another process may send a mail whose sender was killed. */
const lease = 10 * minute
const batchSize = 20
const day = 24 * 60 * minute

/** Claims waiting mail, oldest first; no other process gets it while it is being sent. */
export function claimMails(ctx: Context): Promise<MailRow[]> {
  const waiting = ctx.db
    .select({ id: mails.id })
    .from(mails)
    .where(lte(mails.sendAfter, ctx.now.toISOString()))
    .orderBy(asc(mails.sendAfter), asc(mails.id))
    .limit(batchSize)
    .for('update', { skipLocked: true })
  return retryConflicts(ctx.db, () =>
    ctx.db
      .update(mails)
      .set({
        sendAfter: new Date(ctx.now.getTime() + lease).toISOString(),
        attempts: sql`${mails.attempts} + 1`,
      })
      .where(inArray(mails.id, waiting))
      .returning(),
  )
}

type Settled = { readonly sentAt?: string; readonly fault: string | null; readonly sendAfter?: string | null }

/** Stores the result of a mail; without a next attempt it is finished. */
export async function settleMail(ctx: Context, { id, attempts }: MailRow, outcome: Settled): Promise<void> {
  await ctx.db
    .update(mails)
    .set({ sendAfter: null, ...outcome })
    .where(and(eq(mails.id, id), eq(mails.attempts, attempts)))
}

/**
 * Drops mail that is too old to send, for example after mail was disabled for long, and deletes mail that is older
 * than the retention.
 */
export async function clearMails(ctx: Context, retentionDays: number): Promise<void> {
  await ctx.db
    .update(mails)
    .set({ sendAfter: null, fault: 'not sent within 48 hours' })
    .where(and(isNotNull(mails.sendAfter), lte(mails.createdAt, oldestMail(ctx.now))))
  await ctx.db.delete(mails).where(lt(mails.createdAt, new Date(ctx.now.getTime() - retentionDays * day).toISOString()))
}
