import { lt } from 'drizzle-orm'
import type { Retention } from '#server/platform/retention.ts'
import { notifications } from '#server/schema/notifications.ts'

export const notificationRetention: Retention = {
  setting: 'notification_retention_days',
  key: notifications.id,
  isDeletable: (before) => lt(notifications.createdAt, before),
}
