import { and, count, desc, eq, isNull } from 'drizzle-orm'
import type { listNotifications as contract } from '#lib/contracts/app/own-data.ts'
import type { QueryOf, ResponseOf } from '#lib/contracts/endpoint.ts'
import { normalizeEmail } from '#server/platform/auth/account-queries.ts'
import { selectPage } from '#server/platform/db/select-page.ts'
import { type Context, getActingAccount } from '#server/platform/runtime/context.ts'
import { notifications } from '#server/schema/notifications.ts'

/** Columns of a notification under the names of the contract. */
export const notificationColumns = {
  id: notifications.id,
  kind: notifications.kind,
  title: notifications.title,
  body: notifications.body,
  path: notifications.path,
  created_at: notifications.createdAt,
  read_at: notifications.readAt,
}

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
  const [row] = await ctx.db
    .select({ unread: count() })
    .from(notifications)
    .where(and(isSentToCaller(ctx), isNull(notifications.readAt)))
  return row?.unread ?? 0
}
