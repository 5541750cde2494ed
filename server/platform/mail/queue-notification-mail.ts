import { and, asc, eq, inArray, isNull, lte } from 'drizzle-orm'
import type { Context } from '#server/platform/runtime/context.ts'
import { inTransaction } from '#server/platform/runtime/in-transaction.ts'
import { mailPreferences, mails, notifications } from '#server/schema/notifications.ts'
import { toMailRow } from './queue-mail.ts'

/** Notifications whose mail is composed in one transaction. */
const batchSize = 200

type PendingNotification = typeof notifications.$inferSelect

/** Adds the mail of notifications to the outbox, once each. In the request it would delay the response. */
export async function queueNotificationMail(ctx: Context): Promise<void> {
  while ((await writeBatch(ctx)) === batchSize);
}

const writeBatch = (ctx: Context): Promise<number> =>
  inTransaction(ctx, async (tx) => {
    const pending = await tx.db
      .select()
      .from(notifications)
      .where(eq(notifications.isMailDue, true))
      .orderBy(asc(notifications.createdAt), asc(notifications.id))
      .limit(batchSize)
      .for('update', { skipLocked: true })
    if (pending.length === 0) return 0
    await tx.db.insert(mails).values(pending.map(composeMail))
    const ids = pending.map(({ id }) => id)
    await tx.db.update(notifications).set({ isMailDue: false }).where(inArray(notifications.id, ids))
    const onlyMailed = tx.db
      .select({ email: mailPreferences.email })
      .from(mailPreferences)
      .where(and(eq(mailPreferences.isAppOn, false), eq(mailPreferences.isMailOn, true)))
    await tx.db
      .update(notifications)
      .set({ readAt: ctx.now.toISOString() })
      .where(
        and(inArray(notifications.id, ids), isNull(notifications.readAt), inArray(notifications.recipient, onlyMailed)),
      )
    return pending.length
  })

/** Composes the mail of a notification, with the time of the notification. */
const composeMail = ({ recipient, title, body, path, createdAt }: PendingNotification) =>
  toMailRow(
    { now: new Date(createdAt) },
    {
      recipient,
      topic: 'notification',
      subject: title,
      content: { lead: body, action: { label: 'Open in Hindsight', path } },
    },
  )

/** Drops the mail of notifications created at `until` or before: they are shown in the app and in the next digest. */
export async function dropNotificationMail(ctx: Context, until: string): Promise<void> {
  const isOld = and(eq(notifications.isMailDue, true), lte(notifications.createdAt, until))
  await ctx.db.update(notifications).set({ isMailDue: false }).where(isOld)
}
