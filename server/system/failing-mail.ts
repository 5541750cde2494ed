import { and, desc, eq, isNotNull, isNull } from 'drizzle-orm'
import { mailActions } from '#lib/actions/policy-actions.ts'
import type { System } from '#lib/contracts/app/system.ts'
import { recordEvent } from '#server/platform/audit/record-event.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import type { Context } from '#server/platform/runtime/context.ts'
import { inTransaction } from '#server/platform/runtime/in-transaction.ts'
import { mails } from '#server/schema/notifications.ts'

const maxFailing = 20

/** Counts waiting mails, and lists the newest ones that failed or were given up. */
export async function readMail({ db }: Pick<Context, 'db'>): Promise<System['mail']> {
  const waiting = await db.$count(mails, isNotNull(mails.sendAfter))
  const failing = await db
    .select({
      id: mails.id,
      recipient: mails.recipient,
      subject: mails.subject,
      fault: mails.fault,
      attempts: mails.attempts,
      created_at: mails.createdAt,
      next_attempt: mails.sendAfter,
    })
    .from(mails)
    .where(and(isNotNull(mails.fault), isNull(mails.sentAt)))
    .orderBy(desc(mails.createdAt), desc(mails.id))
    .limit(maxFailing)
  return { waiting, failing }
}

/** Makes a mail due now, as if it were new. Throws `not_found`, and `conflict` for a mail that was sent. */
export async function retryMail(ctx: Context, id: string): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const [mail] = await tx.db.select().from(mails).where(eq(mails.id, id)).for('update')
    if (!mail) throw notFound('mail', id)
    if (mail.sentAt !== null) throw new AppError('conflict', 'This mail was sent.')
    const at = ctx.now.toISOString()
    await tx.db.update(mails).set({ sendAfter: at, createdAt: at }).where(eq(mails.id, id))
    const changes = { retried: { from: mail.fault, to: mail.subject } }
    await recordEvent(tx, mailActions.retried, id, changes)
  })
}
