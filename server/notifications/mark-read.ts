import { and, eq, inArray, isNull } from 'drizzle-orm'
import type { NotificationKind } from '#lib/contracts/app/values.ts'
import type { Context } from '#server/platform/runtime/context.ts'
import { notifications } from '#server/schema/notifications.ts'

type HandledNotifications = {
  /** Everyone who may have been notified; narrows the search to an index. */
  readonly recipients: readonly string[]
  readonly kinds: readonly NotificationKind[]
  /** Path of the page that they link to. */
  readonly path: string
}

/** Marks notifications as read once somebody has dealt with their request. */
export async function markHandledRead(
  { db, now }: Context,
  { recipients, kinds, path }: HandledNotifications,
): Promise<void> {
  await db
    .update(notifications)
    .set({ readAt: now.toISOString() })
    .where(
      and(
        inArray(notifications.recipient, [...recipients]),
        isNull(notifications.readAt),
        eq(notifications.path, path),
        inArray(notifications.kind, [...kinds]),
      ),
    )
}
