import { articleRetention } from './articles/article-retention.ts'
import { deliveryRetention } from './change-feed/webhooks/queue-deliveries.ts'
import { deploymentRetention } from './deployments/deployment-retention.ts'
import { improvementRetention } from './improvements/improvement-retention.ts'
import { incidentRetention } from './incidents/incident-retention.ts'
import { notificationRetention } from './notifications/queries.ts'
import { mailRetention } from './platform/mail/queue-mail.ts'
import type { Retention } from './platform/retention.ts'
import { attachmentRetention } from './reviews/attachments/attachment-retention.ts'
import { changeRetention } from './reviews/change-retention.ts'

/**
 * All kinds of records with a retention. Add a new kind to this list. Records that stay as long as a change come before
 * the changes, so that a run deletes the records that its preview counted.
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
