import { asc, eq, sql } from 'drizzle-orm'
import { entityKinds } from '#lib/actions/entity-kinds.ts'
import { eventTypes } from '#lib/actions/event-types.ts'
import type { DeliveryState } from '#lib/contracts/app/webhook-values.ts'
import type { Webhook } from '#lib/contracts/app/webhooks.ts'
import { eventEntities } from '#lib/contracts/events.ts'
import type { Queryable } from '#server/platform/db/client.ts'
import { notFound } from '#server/platform/errors.ts'
import type { Context } from '#server/platform/runtime/context.ts'
import { webhookDeliveries, webhooks } from '#server/schema/webhooks.ts'
import { openWebhook, type WebhookRow } from './sealed-webhook.ts'

/** The webhooks by name. */
export async function listWebhooks({ db }: Pick<Context, 'db'>): Promise<Webhook[]> {
  const presented: Webhook[] = []
  for (const row of await db.select().from(webhooks).orderBy(asc(webhooks.name))) {
    presented.push(await presentWebhook(db, row))
  }
  return presented
}

/** One webhook. Throws `not_found`. */
export async function getWebhook({ db }: Pick<Context, 'db'>, id: string): Promise<Webhook> {
  const [row] = await db.select().from(webhooks).where(eq(webhooks.id, id))
  if (!row) throw notFound('webhook', id)
  return presentWebhook(db, row)
}

/** A webhook as the API describes it. */
export async function presentWebhook(db: Queryable, row: WebhookRow): Promise<Webhook> {
  const countOf = (status: DeliveryState) => sql<number>`(count(*) filter (where status = ${status}))::int`
  const [counts] = await db
    .select({
      waiting: countOf('waiting'),
      failed: sql<number>`(count(*) filter (where status = 'failed' and entity <> 'webhook'))::int`,
      last: sql<string | null>`max(${webhookDeliveries.finishedAt}) filter (where status = 'delivered')`.mapWith(
        webhookDeliveries.finishedAt,
      ),
    })
    .from(webhookDeliveries)
    .where(eq(webhookDeliveries.webhookId, row.id))
  const { id, name, types, filter, format, state } = row
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
    previous_secret_until: row.previousUntil,
    waiting: counts?.waiting ?? 0,
    failed: counts?.failed ?? 0,
    last_delivered_at: counts?.last ?? null,
    updated_at: row.updatedAt,
    updated_by: row.updatedBy,
  }
}

/** The address; only scheme and host where it cannot be read. */
function readUrl(row: WebhookRow): string {
  try {
    return openWebhook(row).url
  } catch {
    return row.origin
  }
}

/** The types of events of each kind of record, for the form of a webhook. */
export const listEventTypes = () =>
  eventEntities.map((entity) => ({ entity, label: entityKinds[entity]?.label ?? entity, types: eventTypes[entity] }))
