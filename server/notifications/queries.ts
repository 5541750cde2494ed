import { and, desc, eq, isNull, lt } from 'drizzle-orm'
import { type listNotifications as contract, Notification } from '#lib/contracts/app/own-data.ts'
import type { QueryOf, ResponseOf } from '#lib/contracts/endpoint.ts'
import { normalizeEmail } from '#server/platform/auth/account-queries.ts'
import { recordColumns } from '#server/platform/db/record-columns.ts'
import { selectPage } from '#server/platform/db/select-page.ts'
import { log } from '#server/platform/log/log.ts'
import type { Retention } from '#server/platform/retention.ts'
import { type Actor, type Context, getActingAccount } from '#server/platform/runtime/context.ts'
import { getPageDatabase } from '#server/platform/runtime/runtime.ts'
import { notifications } from '#server/schema/notifications.ts'

/** Columns of a notification under the names of the contract. */
export const notificationColumns = recordColumns(notifications, Notification.keyof().options)

/** Condition for notifications of the caller. */
export const isSentToCaller = (ctx: Context) => eq(notifications.recipient, normalizeEmail(getActingAccount(ctx).email))

export async function listNotifications(
  ctx: Context,
  { page, limit, show }: QueryOf<typeof contract>,
): Promise<ResponseOf<typeof contract>> {
  const { rows, total } = await selectPage(ctx.db, {
    from: notifications,
    columns: notificationColumns,
    where: show === 'unread' ? and(isSentToCaller(ctx), isNull(notifications.readAt)) : isSentToCaller(ctx),
    orderBy: [desc(notifications.createdAt), desc(notifications.id)],
    page: { page, limit },
  })
  return { result: rows, total_count: total, unread_count: await countUnread(ctx) }
}

/** Counts the caller's unread notifications. */
export async function countUnread(ctx: Context): Promise<number> {
  return ctx.db.$count(notifications, and(isSentToCaller(ctx), isNull(notifications.readAt)))
}

/** Counts the unread notifications for the bell of every page; 0 if the query fails, so that the page does not. */
export async function countUnreadForBell(actor: Actor): Promise<number> {
  try {
    return await countUnread({ db: getPageDatabase(), actor, now: new Date(), requestId: 'bell' })
  } catch (error) {
    log.warn({ err: error }, 'unread notifications not counted')
    return 0
  }
}

export const notificationRetention: Retention = {
  setting: 'notification_retention_days',
  key: notifications.id,
  isDeletable: (before) => lt(notifications.createdAt, before),
}
