import { deliveryRetention } from './change-feed/webhooks/delivery-retention.ts'
import { deploymentRetention } from './deployments/deployment-retention.ts'
import { notificationRetention } from './notifications/notification-retention.ts'
import { mailRetention } from './platform/mail/mail-retention.ts'
import type { Retention } from './platform/retention.ts'
import { attachmentRetention } from './reviews/attachments/attachment-retention.ts'

/** Every kind of record that a retention ends; a new one adds its line here. */
export const allRetentions: readonly Retention[] = [
  mailRetention,
  notificationRetention,
  attachmentRetention,
  deploymentRetention,
  deliveryRetention,
]
