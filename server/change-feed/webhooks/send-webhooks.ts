import { setTimeout as sleep } from 'node:timers/promises'
import { eq, sql } from 'drizzle-orm'
import { isQuiet } from '#lib/domain/webhook-message.ts'
import { findNewestEvent } from '#server/change-feed/feed-order.ts'
import type { Queryable } from '#server/platform/db/client.ts'
import { log } from '#server/platform/log/log.ts'
import { isStopping } from '#server/platform/process/stop-requests.ts'
import type { Context } from '#server/platform/runtime/context.ts'
import { getSettings } from '#server/platform/settings/current-settings.ts'
import { webhookDeliveries, webhooks } from '#server/schema/webhooks.ts'
import {
  attemptDelivery,
  type DeliveryRow,
  maxAtOnce,
  openWebhookClient,
  responseTimeoutMs,
} from './attempt-delivery.ts'
import { followHistory, isFull, selectDeliveriesDue } from './queue-deliveries.ts'
import type { WebhookRow } from './sealed-webhook.ts'
import { storeOutcome, storeUnqueued } from './store-outcome.ts'

/** Milliseconds after which a run leaves the rest to the next one. */
const maxRunMs = 2 * 60_000
/** Milliseconds between two checks for work while a receiver is slow. */
const checkMs = 1_000
/** Milliseconds after which a delivery whose sender died is sent again: longer than an attempt takes. */
const leaseMs = 60_000

/** Milliseconds until this process reads on for a webhook whose events could not be queued. */
const readAgainMs = 60_000
/** Time until which this process does not read on for a webhook, in milliseconds since 1970. */
const unreadUntil = new Map<string, number>()

/** Pending work of a webhook: unread entries of the history, due deliveries. */
type WebhookWork = { readonly id: string; readonly isUnread: boolean; readonly isDue: boolean }

/** True if a webhook has something to read or to send. */
export const hasWebhookWork = async ({ db }: Pick<Context, 'db'>): Promise<boolean> =>
  (await listWork(db, new Date())).length > 0

/**
 * Lists the webhooks that have not read the whole history or have a due delivery. Takes no lock and no transaction
 * identifier, so that responses stay cached while nothing can be sent.
 */
async function listWork(db: Queryable, now: Date): Promise<WebhookWork[]> {
  const id = sql`${webhooks}.id`
  const enabled = await db
    .select({
      id: webhooks.id,
      lastEntry: webhooks.lastEntry,
      quietHours: webhooks.quietHours,
      busyUntil: webhooks.busyUntil,
      isDue: sql<boolean>`exists (select ${selectDeliveriesDue(id, now)})`,
      isFull: isFull(id, now),
    })
    .from(webhooks)
    .where(eq(webhooks.state, 'on'))
  if (enabled.length === 0) return []
  const newest = (await findNewestEvent(db)) ?? null
  return enabled
    .map((one) => ({
      id: one.id,
      isUnread: one.lastEntry !== newest && !one.isFull && (unreadUntil.get(one.id) ?? 0) <= now.getTime(),
      isDue: one.isDue && maySend(one, now),
    }))
    .filter(({ isUnread, isDue }) => isUnread || isDue)
}

/** True if neither quiet hours nor the receiver ask to wait. */
function maySend({ quietHours, busyUntil }: Pick<WebhookRow, 'quietHours' | 'busyUntil'>, now: Date): boolean {
  if (busyUntil !== null && busyUntil > now.toISOString()) return false
  return quietHours === null || !isQuiet(quietHours, now, getSettings().time_zone)
}

/**
 * Job that queues the events that webhooks want and sends due deliveries. Each webhook runs by itself, so that a
 * hanging receiver delays no other. If the process dies, its deliveries are sent again a minute later.
 */
export async function sendWebhooks(ctx: Context, { clock = () => new Date(), timeoutMs = responseTimeoutMs } = {}) {
  const endsAt = performance.now() + maxRunMs
  const turns = new Map<string, Promise<void>>()
  const idle = new Set<string>()
  const start = (work: WebhookWork) => {
    const { id } = work
    const turn = sendInTurn({ ...ctx, now: clock() }, work, timeoutMs)
      .catch((error) => {
        log.warn({ err: error, webhook: id }, 'webhook not sent')
        return false
      })
      .then((hasWorked) => {
        turns.delete(id)
        if (!hasWorked) idle.add(id)
      })
    turns.set(id, turn)
  }
  while (performance.now() < endsAt && !isStopping()) {
    for (const work of await listWork(ctx.db, clock())) if (!turns.has(work.id) && !idle.has(work.id)) start(work)
    if (turns.size === 0) return
    const isRecheck = await Promise.race([...turns.values(), sleep(checkMs, true)])
    if (isRecheck) idle.clear()
  }
  await Promise.all(turns.values())
}

/** Reads on in the history for a webhook and sends some of its due deliveries. Returns true if there was work. */
async function sendInTurn(ctx: Context, { id, isUnread }: WebhookWork, timeoutMs: number): Promise<boolean> {
  const hasRead = isUnread && (await readOn(ctx, id))
  const [webhook] = await ctx.db.select().from(webhooks).where(eq(webhooks.id, id))
  if (webhook?.state !== 'on' || !maySend(webhook, ctx.now)) return hasRead
  const claimed = await claimDeliveries(ctx, id)
  if (claimed.length > 0) await sendAll(ctx, webhook, claimed, timeoutMs)
  return hasRead || claimed.length > 0
}

/** Reads on in the history. A failure is stored and does not stop the sending of queued deliveries. */
async function readOn(ctx: Context, id: string): Promise<boolean> {
  try {
    const hasRead = await followHistory(ctx, id)
    unreadUntil.delete(id)
    return hasRead
  } catch (error) {
    unreadUntil.set(id, ctx.now.getTime() + readAgainMs)
    await storeUnqueued(ctx, id, error)
    return false
  }
}

async function sendAll(ctx: Context, webhook: WebhookRow, claimed: readonly DeliveryRow[], timeoutMs: number) {
  const outgoing = openWebhookClient(ctx.db)
  const sending = await Promise.allSettled(
    claimed.map(async (delivery) => {
      const outcome = await attemptDelivery(outgoing, webhook, delivery, ctx.now, timeoutMs)
      await storeOutcome(ctx, webhook, delivery, outcome)
    }),
  )
  // Closed after all have ended, because closing would make the others fail.
  await outgoing.close()
  const failed = sending.find((one) => one.status === 'rejected')
  if (failed) throw failed.reason
}

/** Claims due deliveries until their lease ends; of each record the first waiting one, to keep their order. */
async function claimDeliveries({ db, now }: Pick<Context, 'db' | 'now'>, id: string): Promise<DeliveryRow[]> {
  const lease = new Date(now.getTime() + leaseMs).toISOString()
  const due = selectDeliveriesDue(sql`${id}`, now)
  const rows = await db
    .update(webhookDeliveries)
    .set({ nextAttemptAt: lease })
    .where(
      sql`${webhookDeliveries.id} in (
        select id from ${webhookDeliveries} where status = 'waiting' and next_attempt_at <= ${now.toISOString()}
          and id in (select due.id ${due} order by due.number limit ${maxAtOnce})
        for update skip locked)`,
    )
    .returning()
  return rows.toSorted((one, other) => one.number - other.number)
}
