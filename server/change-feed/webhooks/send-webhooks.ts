import { setTimeout as sleep } from 'node:timers/promises'
import { eq, sql } from 'drizzle-orm'
import { isQuiet } from '#lib/domain/webhook-message.ts'
import { findNewestEvent } from '#server/change-feed/feed-order.ts'
import type { Queryable } from '#server/platform/db/client.ts'
import { log } from '#server/platform/log/log.ts'
import type { Context } from '#server/platform/runtime/context.ts'
import { isStopping } from '#server/platform/stop-requests.ts'
import { webhookDeliveries, webhooks } from '#server/schema/webhooks.ts'
import { answerWithinMs, attemptDelivery, type DeliveryRow, maxAtOnce, openWebhookClient } from './attempt-delivery.ts'
import { followHistory } from './queue-deliveries.ts'
import type { WebhookRow } from './sealed-webhook.ts'
import { storeOutcome } from './store-outcome.ts'

/** Milliseconds after which a run leaves the rest to the next one. */
const maxRunMs = 2 * 60_000
/** Milliseconds between two looks for work while a receiver is slow. */
const lookMs = 1_000
/** Milliseconds after which a delivery whose sender died is sent again: longer than an attempt takes. */
const leaseMs = 60_000

/** Whether a webhook has something to read or to send. */
export const hasWebhookWork = async ({ db }: Pick<Context, 'db'>): Promise<boolean> =>
  (await listBusy(db, new Date())).length > 0

/** The webhooks that have not read the whole history, or have a delivery that is due. */
async function listBusy(db: Queryable, now: Date): Promise<string[]> {
  const on = await db
    .select({
      id: webhooks.id,
      lastEntry: webhooks.lastEntry,
      isDue: sql<boolean>`exists (select from ${webhookDeliveries} due where due.webhook_id = ${webhooks}.id
        and due.status = 'waiting' and due.next_attempt_at <= ${now.toISOString()})`,
    })
    .from(webhooks)
    .where(eq(webhooks.state, 'on'))
  if (on.length === 0) return []
  const newest = (await findNewestEvent(db)) ?? null
  return on.filter(({ lastEntry, isDue }) => isDue || lastEntry !== newest).map(({ id }) => id)
}

/**
 * The job: queues what webhooks want of the history and sends what is due, each webhook by itself, so that a receiver
 * that hangs holds up no other. A process that dies loses nothing: its deliveries are sent again a minute later.
 */
export async function sendWebhooks(
  ctx: Context,
  { clock = () => new Date(), timeoutMs = answerWithinMs } = {},
): Promise<void> {
  const endsAt = performance.now() + maxRunMs
  const turns = new Map<string, Promise<void>>()
  const idle = new Set<string>()
  const start = (id: string) => {
    const turn = takeTurn({ ...ctx, now: clock() }, id, timeoutMs)
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
    for (const id of await listBusy(ctx.db, clock())) if (!turns.has(id) && !idle.has(id)) start(id)
    if (turns.size === 0) return
    const isLook = await Promise.race([...turns.values(), sleep(lookMs, true)])
    if (isLook) idle.clear()
  }
  await Promise.all(turns.values())
}

/** Reads on in the history for a webhook, and sends some of what is due. Returns whether there was anything to do. */
async function takeTurn(ctx: Context, id: string, timeoutMs: number): Promise<boolean> {
  const hasRead = await followHistory(ctx, id)
  const [webhook] = await ctx.db.select().from(webhooks).where(eq(webhooks.id, id))
  if (webhook?.state !== 'on') return hasRead
  if (webhook.quietHours && isQuiet(webhook.quietHours, ctx.now, ctx.zone ?? 'UTC')) return hasRead
  const claimed = await claimDeliveries(ctx, id)
  if (claimed.length > 0) await sendAll(ctx, webhook, claimed, timeoutMs)
  return hasRead || claimed.length > 0
}

async function sendAll(
  ctx: Context,
  webhook: WebhookRow,
  claimed: readonly DeliveryRow[],
  timeoutMs: number,
): Promise<void> {
  const outgoing = openWebhookClient()
  const sending = await Promise.allSettled(
    claimed.map(async (delivery) => {
      const outcome = await attemptDelivery(outgoing, webhook, delivery, ctx.now, timeoutMs)
      await storeOutcome(ctx, webhook, delivery, outcome)
    }),
  )
  // Not before all have ended: closing would make the others fail.
  await outgoing.close()
  const failed = sending.find((one) => one.status === 'rejected')
  if (failed) throw failed.reason
}

/**
 * Claims deliveries that are due until their lease ends. Of each record only the first that waits is sent: the next one
 * follows when that is delivered or given up.
 */
async function claimDeliveries({ db, now }: Pick<Context, 'db' | 'now'>, id: string): Promise<DeliveryRow[]> {
  const lease = new Date(now.getTime() + leaseMs).toISOString()
  const isDue = sql`status = 'waiting' and next_attempt_at <= ${now.toISOString()}`
  const firsts = sql`select distinct on (entity, key) * from ${webhookDeliveries}
    where webhook_id = ${id} and status = 'waiting' order by entity, key, number`
  const rows = await db
    .update(webhookDeliveries)
    .set({ nextAttemptAt: lease })
    .where(
      sql`${webhookDeliveries.id} in (
        select id from ${webhookDeliveries} where ${isDue} and id in (
          select id from (${firsts}) first where ${isDue} order by number limit ${maxAtOnce})
        for update skip locked)`,
    )
    .returning()
  return rows.sort((one, other) => one.number - other.number)
}
