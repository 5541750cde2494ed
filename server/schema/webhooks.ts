import { sql } from 'drizzle-orm'
import { index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import type { deliveryStates, webhookFormats, webhookStates } from '#lib/contracts/app/values.ts'
import type { Attempt, QuietHours } from '#lib/contracts/app/webhooks.ts'
import { codePointText, json, moment, recordTimes } from './columns.ts'

/** Webhooks: URLs to which events are sent. */
export const webhooks = pgTable(
  'webhooks',
  {
    id: codePointText('id').primaryKey(),
    /** Unique. */
    name: text('name').notNull(),
    /** Scheme and host of its URL; the rest may be a secret, as with Slack. */
    origin: text('origin').notNull(),
    /** Event types such as `review.signed_off`; `review.*` is all of a kind of record. */
    types: text('types').array().notNull(),
    /** Filter for its records, in the filter language; null for all. */
    filter: text('filter'),
    format: codePointText('format').$type<(typeof webhookFormats)[number]>().notNull(),
    /** Times at which messages wait; null for none. */
    quietHours: json('quiet_hours').$type<QuietHours>(),
    /** Its URL, the secret and the previous one, encrypted by `sealText`. */
    sealedSecret: text('sealed_secret').notNull(),
    /** End of the time in which the previous secret signs too; null without one. */
    previousUntil: moment('previous_until'),
    state: codePointText('state').$type<(typeof webhookStates)[number]>().notNull(),
    /** Time since which no delivery has succeeded; null after a success. */
    failingSince: moment('failing_since'),
    /** Time until which the receiver wants no requests; null if it never asked. */
    busyUntil: moment('busy_until'),
    /** The entry of the history up to which the feed was read; null before the first entry. */
    lastEntry: codePointText('last_entry'),
    /** Number of deliveries so far; the next one has the next number. */
    deliveries: integer('deliveries').notNull().default(0),
    ...recordTimes,
    updatedBy: text('updated_by').notNull(),
  },
  (table) => [uniqueIndex('webhooks_name').on(table.name)],
)

/** Events that are or were sent to a webhook. */
export const webhookDeliveries = pgTable(
  'webhook_deliveries',
  {
    /** Sent as `webhook-id`; derived from the webhook and the event, so that it is written once. */
    id: codePointText('id').primaryKey(),
    webhookId: codePointText('webhook_id').notNull(),
    /** Its number among the deliveries of the webhook. */
    number: integer('number').notNull(),
    type: codePointText('type').notNull(),
    entity: codePointText('entity').notNull(),
    key: codePointText('key').notNull(),
    body: text('body').notNull(),
    status: codePointText('status').$type<(typeof deliveryStates)[number]>().notNull(),
    /** Attempts since it was queued, or queued again. */
    tries: integer('tries').notNull().default(0),
    /** The last attempts, oldest first. */
    attempts: json('attempts').$type<readonly Attempt[]>().notNull().default([]),
    /**
     * Earliest time of the next attempt; while it is being sent, the time at which another process may take it over.
     */
    nextAttemptAt: moment('next_attempt_at').notNull(),
    createdAt: moment('created_at').notNull(),
    finishedAt: moment('finished_at'),
  },
  (table) => [
    index('webhook_deliveries_number').on(table.webhookId, table.number),
    index('webhook_deliveries_created_at').on(table.createdAt),
    index('webhook_deliveries_waiting')
      .on(table.webhookId, table.entity, table.key, table.number)
      .where(sql`status = 'waiting'`),
    index('webhook_deliveries_failed').on(table.webhookId).where(sql`status = 'failed' and entity <> 'webhook'`),
    index('webhook_deliveries_delivered').on(table.webhookId, table.finishedAt).where(sql`status = 'delivered'`),
  ],
)
