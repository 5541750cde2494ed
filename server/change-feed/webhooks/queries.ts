import { asc, eq, getTableColumns, type SQL, sql } from 'drizzle-orm'
import { entityKinds } from '#lib/actions/entity-kinds.ts'
import { eventTypes } from '#lib/actions/event-types.ts'
import type { Webhook } from '#lib/contracts/app/webhooks.ts'
import { eventEntities } from '#lib/contracts/events.ts'
import { toRecord } from '#server/platform/db/record-columns.ts'
import { notFound } from '#server/platform/errors.ts'
import type { Context } from '#server/platform/runtime/context.ts'
import { webhookDeliveries, webhooks } from '#server/schema/webhooks.ts'
import { openWebhook, type WebhookRow } from './sealed-webhook.ts'

/** Selects a value from the deliveries of each webhook. Partial indexes keep it fast for any number of deliveries. */
const selectFromDeliveries = <Value>(value: SQL, condition: SQL) =>
  sql<Value>`(select ${value} from ${webhookDeliveries} delivery where delivery.webhook_id = ${webhooks}.id and ${condition})`

const countedColumns = {
  ...getTableColumns(webhooks),
  waiting: selectFromDeliveries<number>(sql`count(*)::int`, sql`status = 'waiting'`),
  failed: selectFromDeliveries<number>(sql`count(*)::int`, sql`status = 'failed' and entity <> 'webhook'`),
  lastDeliveredAt: selectFromDeliveries<string | null>(sql`max(finished_at)`, sql`status = 'delivered'`).mapWith(
    webhookDeliveries.finishedAt,
  ),
}
const selectWebhooks = ({ db }: Pick<Context, 'db'>, condition?: SQL) =>
  db.select(countedColumns).from(webhooks).where(condition).orderBy(asc(webhooks.name))

/** The webhooks by name. */
export const findWebhooks = async (ctx: Pick<Context, 'db'>): Promise<Webhook[]> =>
  (await selectWebhooks(ctx)).map(presentWebhook)

/** One webhook. Throws `not_found`. */
export async function getWebhook(ctx: Pick<Context, 'db'>, id: string): Promise<Webhook> {
  const [row] = await selectWebhooks(ctx, eq(webhooks.id, id))
  if (!row) throw notFound('webhook', id)
  return presentWebhook(row)
}

/** A webhook as the API describes it. */
function presentWebhook(row: Awaited<ReturnType<typeof selectWebhooks>>[number]): Webhook {
  const { waiting, failed, quietHours } = row
  return {
    ...toRecord(webhooks, row, ['id', 'name', 'types', 'filter', 'format', 'state']),
    ...toRecord(webhooks, row, ['failing_since', 'busy_until', 'updated_at', 'updated_by']),
    url: readUrl(row),
    waiting,
    failed,
    last_delivered_at: row.lastDeliveredAt,
    quiet_hours: quietHours && { ...quietHours, days: [...quietHours.days] },
    previous_secret_until: row.previousUntil,
  }
}

/** Returns the URL; only its origin if it cannot be decrypted. */
function readUrl(row: WebhookRow): string {
  try {
    return openWebhook(row).url
  } catch {
    return row.origin
  }
}

/** The event types by kind of record, for the form of a webhook. */
export const listEventTypes = () =>
  eventEntities.map((entity) => ({ entity, label: entityKinds[entity]?.label ?? entity, types: eventTypes[entity] }))
