import { and, eq, inArray, isNull, lte, type SQLWrapper, sql } from 'drizzle-orm'
import type { Notification } from '#lib/contracts/app/own-data.ts'
import type { NotificationKind } from '#lib/contracts/app/values.ts'
import { notFound } from '#server/platform/errors.ts'
import type { Context } from '#server/platform/runtime/context.ts'
import { notifications } from '#server/schema/notifications.ts'
import { isSentToCaller, notificationColumns } from './queries.ts'

/** Marks a notification of the caller as read. One that was read before keeps its time. Throws `not_found`. */
export async function markNotificationRead(ctx: Context, id: string): Promise<Notification> {
  const [row] = await ctx.db
    .update(notifications)
    .set({ readAt: sql`coalesce(${notifications.readAt}, ${ctx.now.toISOString()}::timestamptz)` })
    .where(and(eq(notifications.id, id), isSentToCaller(ctx)))
    .returning(notificationColumns)
  if (!row) throw notFound('notification', id)
  return row
}

/** Marks the caller's notifications up to a moment as read and returns how many were unread. */
export async function markAllNotificationsRead(ctx: Context, { until }: { until: string }): Promise<number> {
  const { rowCount } = await ctx.db
    .update(notifications)
    .set({ readAt: ctx.now.toISOString() })
    .where(and(isSentToCaller(ctx), isNull(notifications.readAt), lte(notifications.createdAt, until)))
  return rowCount ?? 0
}

/**
 * Marks the notifications of some kinds that link to a page as read once somebody has dealt with their request.
 * `recipients`, everyone who may have been notified, narrows the search to an index.
 */
export async function markHandledRead(
  { db, now }: Context,
  {
    recipients,
    kinds,
    path,
  }: { recipients: readonly string[] | SQLWrapper; kinds: readonly NotificationKind[]; path: string },
): Promise<void> {
  const isHandled = and(eq(notifications.path, path), inArray(notifications.kind, [...kinds]))
  await db
    .update(notifications)
    .set({ readAt: now.toISOString() })
    .where(
      and(
        inArray(notifications.recipient, 'getSQL' in recipients ? recipients : [...recipients]),
        isNull(notifications.readAt),
        isHandled,
      ),
    )
}
