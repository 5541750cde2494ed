import { lt } from 'drizzle-orm'
import type { Retention } from '#server/platform/retention.ts'
import { mails } from '#server/schema/notifications.ts'

export const mailRetention: Retention = {
  setting: 'mail_retention_days',
  table: mails,
  isOver: (before) => lt(mails.createdAt, before),
}
