import { createHash } from 'node:crypto'
import { and, eq, inArray, lt, ne, type SQL, sql } from 'drizzle-orm'
import { coversType, findEventType } from '#lib/actions/event-types.ts'
import { type FeedPosition, findFeedPosition, selectEntriesAfter } from '#server/change-feed/feed-order.ts'
import type { Queryable } from '#server/platform/db/client.ts'
import { notFound } from '#server/platform/errors.ts'
import type { Retention } from '#server/platform/retention.ts'
import type { Context, TxContext } from '#server/platform/runtime/context.ts'
import { inTransaction } from '#server/platform/runtime/in-transaction.ts'
import { auditEvents } from '#server/schema/history.ts'
import { webhookDeliveries, webhooks } from '#server/schema/webhooks.ts'
import { buildEventBody, type WebhookEvent } from './event-body.ts'
import { type Entity, findMatching, parseEventFilter } from './event-records.ts'
import type { WebhookRow } from './sealed-webhook.ts'

/** Entries of the history that are read at once. */
const pageSize = 200
/**
 * Maximum deliveries of a webhook that may be sent now, and that wait in all. At either limit further events stay in
 * the history. The first limit ignores deliveries that rest between attempts, so that a receiver that rejects some
 * events gets the others.
 */
const maxDue = 1_000
const maxWaiting = 20_000

/**
 * The `from` clause of the deliveries `due` of a webhook that may be sent now: the first waiting one of each record. It
 * follows the order of an index, so its time grows only with the number of waiting deliveries.
 */
export const selectDeliveriesDue = (webhookId: SQL, now: Date): SQL => sql`from (
  select distinct on (entity, key) id, number, next_attempt_at from ${webhookDeliveries}
  where webhook_id = ${webhookId} and status = 'waiting' order by entity, key, number
) due where due.next_attempt_at <= ${now.toISOString()}`

/** True if a webhook has so much to send that nothing more is queued. */
export const isFull = (webhookId: SQL, now: Date): SQL<boolean> => sql`(
  exists (select ${selectDeliveriesDue(webhookId, now)} offset ${maxDue - 1})
  or exists (select from ${webhookDeliveries} waiting where waiting.webhook_id = ${webhookId}
    and waiting.status = 'waiting' offset ${maxWaiting - 1}))`

/** True if a delivery that was tried still waits. Otherwise only queueing had failed, and that has ended. */
const hasTried = (id: string) => sql`exists (select from ${webhookDeliveries} tried where tried.webhook_id = ${id}
  and tried.status = 'waiting' and json_array_length(tried.attempts) > 0)`

/** Returns the identifier of the delivery of an event; always the same for the same event. */
export const createDeliveryId = (webhookId: string, source: string): string =>
  `msg_${createHash('sha256').update(`${webhookId} ${source}`).digest('hex').slice(0, 32)}`

/** Queues the events among the next entries of the history that a webhook wants. Returns true if anything was read. */
export const followHistory = (ctx: Context, id: string): Promise<boolean> =>
  inTransaction(ctx, async (tx) => {
    const webhook = await lockWithRoom(tx.db, id, ctx.now)
    if (!webhook) return false
    const entries = await readEntries(tx.db, await findLastPosition(tx.db, webhook))
    const last = entries.at(-1)
    if (!last) return false
    const events = entries.map((entry) => ({
      source: entry.id,
      type: findEventType(entry),
      at: entry.at,
      entity: entry.entity_type as Entity,
      key: entry.key,
    }))
    await queueEvents(tx, webhook, events)
    const failingSince = sql`case when ${hasTried(id)} then ${webhooks.failingSince} end`
    await tx.db.update(webhooks).set({ lastEntry: last.id, failingSince }).where(eq(webhooks.id, id))
    return true
  })

/** Returns a webhook, locked until the transaction ends. Throws `not_found`. */
export async function lockWebhook(db: Queryable, id: string): Promise<WebhookRow> {
  const [row] = await db.select().from(webhooks).where(eq(webhooks.id, id)).for('update')
  if (!row) throw notFound('webhook', id)
  return row
}

/** Returns a webhook, locked; undefined if it is off or full. Throws `not_found`. */
export async function lockWithRoom(db: Queryable, id: string, now: Date): Promise<WebhookRow | undefined> {
  const webhook = await lockWebhook(db, id)
  if (webhook.state !== 'on') return undefined
  const { rows } = await db.execute<{ value: boolean }>(sql`select ${isFull(sql`${id}`, now)} as value`)
  return rows[0]?.value ? undefined : webhook
}

async function findLastPosition(db: Queryable, { name, lastEntry }: WebhookRow): Promise<FeedPosition> {
  if (lastEntry === null) return { position: '0', id: '' }
  const place = await findFeedPosition(db, lastEntry)
  if (!place) throw new Error(`The entry ${lastEntry} of the history, up to which ${name} was sent, is missing.`)
  return place
}

const readEntries = (db: Queryable, place: FeedPosition) =>
  db
    .select({
      id: auditEvents.id,
      at: auditEvents.at,
      action: auditEvents.action,
      action_name: auditEvents.actionName,
      entity_type: auditEvents.entityType,
      key: auditEvents.entityId,
    })
    .from(auditEvents)
    .innerJoin(sql`(${selectEntriesAfter(place, undefined, pageSize)}) as page`, sql`page.id = ${auditEvents.id}`)
    .orderBy(sql`page.position, page.id`)

/** Queues the events that a locked webhook wants and that are not queued yet. */
export async function queueEvents(ctx: TxContext, webhook: WebhookRow, all: readonly Omit<WebhookEvent, 'id'>[]) {
  const covered = all
    .filter(({ type }) => coversType(webhook.types, type))
    .map((event) => ({ ...event, id: createDeliveryId(webhook.id, event.source) }))
  const events = await filterEvents(ctx, webhook, await dropQueued(ctx.db, covered))
  if (events.length === 0) return
  const at = ctx.now.toISOString()
  const rows: (typeof webhookDeliveries.$inferInsert)[] = []
  for (const event of events) {
    const { id, type, entity, key } = event
    const body = await buildEventBody(ctx, webhook.format, event)
    const number = webhook.deliveries + rows.length + 1
    rows.push({ id, webhookId: webhook.id, number, type, entity, key, body, ...waitingSince(at), createdAt: at })
  }
  await ctx.db.insert(webhookDeliveries).values(rows)
  await ctx.db
    .update(webhooks)
    .set({ deliveries: webhook.deliveries + rows.length })
    .where(eq(webhooks.id, webhook.id))
}

/** Values of a delivery that waits as if it had just been queued. */
export const waitingSince = (at: string) =>
  ({ status: 'waiting', tries: 0, nextAttemptAt: at, finishedAt: null }) as const

async function dropQueued(db: Queryable, events: readonly WebhookEvent[]): Promise<readonly WebhookEvent[]> {
  if (events.length === 0) return []
  const ids = events.map(({ id }) => id)
  const rows = await db
    .select({ id: webhookDeliveries.id })
    .from(webhookDeliveries)
    .where(inArray(webhookDeliveries.id, ids))
  const queued = new Set(rows.map(({ id }) => id))
  return events.filter(({ id }) => !queued.has(id))
}

/** Returns the events whose records the filter matches now, and those about deleted records, which cannot be read. */
async function filterEvents(ctx: TxContext, { filter, types }: WebhookRow, events: readonly WebhookEvent[]) {
  if (filter === null) return events
  const parsed = parseEventFilter(filter, types)
  if (events.length === 0) return events
  const keys = [...new Set(events.map(({ key }) => key))]
  const matching = await findMatching(ctx, parsed, keys)
  return events.filter(({ key, type }) => matching.has(key) || type.endsWith('.deleted'))
}

/** Deliveries that are finished. */
export const deliveryRetention: Retention = {
  setting: 'webhook_retention_days',
  key: webhookDeliveries.id,
  isDeletable: (before) => and(lt(webhookDeliveries.createdAt, before), ne(webhookDeliveries.status, 'waiting')),
}
