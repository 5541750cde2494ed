import { and, isNull, lt } from 'drizzle-orm'
import type { Retention } from '#server/platform/retention.ts'
import { mails } from '#server/schema/notifications.ts'

export const mailRetention: Retention = {
  setting: 'mail_retention_days',
  key: mails.id,
  // Mail that waits is sent, or given up with the reason.
  isDeletable: (before) => and(lt(mails.createdAt, before), isNull(mails.sendAfter)),
}
