import { and, lt, ne } from 'drizzle-orm'
import type { Retention } from '#server/platform/retention.ts'
import { webhookDeliveries } from '#server/schema/webhooks.ts'

/** Deliveries that are finished. */
export const deliveryRetention: Retention = {
  setting: 'webhook_retention_days',
  key: webhookDeliveries.id,
  isDeletable: (before) => and(lt(webhookDeliveries.createdAt, before), ne(webhookDeliveries.status, 'waiting')),
}
