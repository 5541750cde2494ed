import { articleRetention } from './articles/article-retention.ts'
import { deliveryRetention } from './change-feed/webhooks/delivery-retention.ts'
import { deploymentRetention } from './deployments/deployment-retention.ts'
import { improvementRetention } from './improvements/improvement-retention.ts'
import { incidentRetention } from './incidents/incident-retention.ts'
import { notificationRetention } from './notifications/notification-retention.ts'
import { mailRetention } from './platform/mail/mail-retention.ts'
import type { Retention } from './platform/retention.ts'
import { attachmentRetention } from './reviews/attachments/attachment-retention.ts'
import { changeRetention } from './reviews/lifecycle/change-retention.ts'

/**
 * Every kind of record that a retention ends; a new one adds its line here. What stays as long as a change comes before the
 * changes, so that a run deletes what its preview counts.
 */
export const allRetentions: readonly Retention[] = [
  mailRetention,
  notificationRetention,
  attachmentRetention,
  deploymentRetention,
  deliveryRetention,
  incidentRetention,
  improvementRetention,
  articleRetention,
  changeRetention,
]
