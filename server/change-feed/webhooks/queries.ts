import { asc, eq, getTableColumns, type SQL, sql } from 'drizzle-orm'
import { entityKinds } from '#lib/actions/entity-kinds.ts'
import { eventTypes } from '#lib/actions/event-types.ts'
import type { Webhook } from '#lib/contracts/app/webhooks.ts'
import { eventEntities } from '#lib/contracts/events.ts'
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
type CountedWebhook = WebhookRow & {
  readonly waiting: number
  readonly failed: number
  readonly lastDeliveredAt: string | null
}

/** The webhooks by name. */
export async function findWebhooks({ db }: Pick<Context, 'db'>): Promise<Webhook[]> {
  const rows = await db.select(countedColumns).from(webhooks).orderBy(asc(webhooks.name))
  return rows.map(presentWebhook)
}

/** One webhook. Throws `not_found`. */
export async function getWebhook({ db }: Pick<Context, 'db'>, id: string): Promise<Webhook> {
  const [row] = await db.select(countedColumns).from(webhooks).where(eq(webhooks.id, id))
  if (!row) throw notFound('webhook', id)
  return presentWebhook(row)
}

/** A webhook as the API describes it. */
function presentWebhook(row: CountedWebhook): Webhook {
  const { id, name, types, filter, format, state, waiting, failed } = row
  return {
    id,
    name,
    url: readUrl(row),
    types,
    filter,
    format,
    quiet_hours: row.quietHours && { ...row.quietHours, days: [...row.quietHours.days] },
    state,
    failing_since: row.failingSince,
    busy_until: row.busyUntil,
    previous_secret_until: row.previousUntil,
    waiting,
    failed,
    last_delivered_at: row.lastDeliveredAt,
    updated_at: row.updatedAt,
    updated_by: row.updatedBy,
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
