import { allConnectors } from './all-connectors.ts'
import { allRetentions } from './all-retentions.ts'
import { queueDueEvents } from './change-feed/webhooks/queue-due-events.ts'
import { hasWebhookWork, sendWebhooks } from './change-feed/webhooks/send-webhooks.ts'
import { hasWaitingEvents, readInboundEvents } from './connections/inbound/read-events.ts'
import { purgeEvents } from './connections/inbound/stored-events.ts'
import { hasDueConnections, purgeRuns, runConnections } from './connections/run-connections.ts'
import { catchUpDeployments, rejoinDeployments } from './deployments/later-matches.ts'
import { remindOfQuestions } from './discussion/requester-questions.ts'
import { appendLeaves, hasPendingLeaves } from './history/ledger/append-leaves.ts'
import { cosignLedger } from './history/ledger/collect-receipts.ts'
import { hasWaitingImports, runImports } from './import/jobs/run-imports.ts'
import { purgeImportFiles } from './import/jobs/stored-content.ts'
import { recheckActions } from './improvements/recheck-actions.ts'
import { reopenForRecheck } from './improvements/reopen-for-recheck.ts'
import { refreshChangeStates } from './insights/as-known.ts'
import type { Job } from './platform/jobs/job.ts'
import { sendWaitingMail } from './platform/mail/send-mail.ts'
import { findMailSettings } from './platform/settings/current-settings.ts'
import { sendDailyDigest } from './reminders/digest/send-daily-digest.ts'
import { remindOfActions, remindOfReviews, remindOfSignOffs } from './reminders/remind.ts'
import { sendWeeklyPack } from './reminders/send-weekly-pack.ts'
import { purgeAttachments } from './reviews/attachments/purge-attachments.ts'
import { followCancellations } from './reviews/commands/cancel.ts'
import { reconsidering } from './reviews/commands/reconsider-imported.ts'
import { askSecondLooks } from './reviews/commands/second-look.ts'
import { decideReviews } from './reviews/policy/decide-reviews.ts'
import { applyRetention } from './system/settings/retention.ts'

/** All jobs of Hindsight. Add a new job to this list. */
export const allJobs: readonly Job[] = [
  { name: 'decide-reviews', cron: '* * * * *', run: decideReviews },
  { name: 'follow-cancellations', cron: '* * * * *', run: followCancellations },
  { name: 'refresh-change-states', cron: '* * * * *', run: ({ db }) => refreshChangeStates(db) },
  { name: 'run-imports', cron: '* * * * *', isDue: hasWaitingImports, run: runImports },
  {
    name: 'run-connections',
    cron: '* * * * *',
    isOutgoing: true,
    isDue: hasDueConnections,
    run: (ctx) => runConnections(ctx, allConnectors),
  },
  {
    name: 'read-events',
    cron: '* * * * *',
    isDue: hasWaitingEvents,
    run: reconsidering((ctx) => readInboundEvents(ctx)),
  },
  { name: 'rejoin-deployments', cron: '*/5 * * * *', run: reconsidering(rejoinDeployments) },
  { name: 'catch-up-deployments', cron: '*/5 * * * *', run: reconsidering(catchUpDeployments) },
  { name: 'append-leaves', cron: '* * * * *', isDue: hasPendingLeaves, run: appendLeaves },
  { name: 'cosign-ledger', cron: '5 * * * *', isOutgoing: true, run: cosignLedger },
  { name: 'purge-runs', cron: '50 3 * * *', run: purgeRuns },
  { name: 'purge-events', cron: '45 3 * * *', run: purgeEvents },
  { name: 'purge-import-files', cron: '40 * * * *', run: purgeImportFiles },
  { name: 'purge-attachments', cron: '35 * * * *', run: purgeAttachments },
  { name: 'send-mail', cron: '* * * * *', isOutgoing: true, run: sendWaitingMail },
  {
    name: 'send-webhooks',
    cron: '* * * * *',
    isOutgoing: true,
    isDue: hasWebhookWork,

    run: (ctx) => sendWebhooks(ctx),
  },
  { name: 'queue-due-events', cron: '3 * * * *', isOutgoing: true, run: queueDueEvents },
  { name: 'send-daily-digest', cron: '*/15 * * * *', isOutgoing: true, run: sendDailyDigest },
  { name: 'send-weekly-pack', cron: '5/15 * * * *', isOutgoing: true, run: sendWeeklyPack },
  { name: 'remind-of-reviews', cron: '15 5 * * *', run: remindOfReviews },
  {
    name: 'ask-second-looks',
    cron: '12 5 * * *',
    run: (ctx) => askSecondLooks(ctx, { isMailOn: findMailSettings() !== undefined }),
  },
  {
    name: 'remind-of-questions',
    cron: '18 5 * * *',
    run: (ctx) => remindOfQuestions(ctx, { isMailOn: findMailSettings() !== undefined }),
  },
  { name: 'remind-of-actions', cron: '20 5 * * *', run: remindOfActions },
  { name: 'remind-of-sign-offs', cron: '25 5 * * *', run: remindOfSignOffs },
  { name: 'apply-retention', cron: '25 3 * * *', run: (ctx) => applyRetention(ctx, allRetentions) },
  { name: 'reopen-actions', cron: '*/10 * * * *', run: reopenForRecheck },
  { name: 'recheck-actions', cron: '10 5 * * *', run: recheckActions },
]
