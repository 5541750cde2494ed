import { and, asc, eq, sql } from 'drizzle-orm'
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core'
import { webhookActions } from '#lib/actions/record-actions.ts'
import { notifyAll } from '#server/notifications/notify.ts'
import { recordEvent } from '#server/platform/audit/record-event.ts'
import { isPresent } from '#server/platform/auth/leavers.ts'
import type { Queryable } from '#server/platform/db/client.ts'
import { isAppError } from '#server/platform/errors.ts'
import { log } from '#server/platform/log/log.ts'
import { countWebhookAttempt } from '#server/platform/metrics/metrics.ts'
import type { Context, TxContext } from '#server/platform/runtime/context.ts'
import { inTransaction } from '#server/platform/runtime/in-transaction.ts'
import { accounts } from '#server/schema/access.ts'
import { webhookDeliveries, webhooks } from '#server/schema/webhooks.ts'
import type { DeliveryOutcome, DeliveryRow } from './attempt-delivery.ts'
import type { WebhookRow } from './sealed-webhook.ts'

const minutes = 60_000
const hours = 3_600_000
const days = 86_400_000

/** The shortest wait between two attempts. */
const shortestWait = 5_000
/** The waits between attempts in milliseconds, as Standard Webhooks recommends: in all more than `pausedAfterMs`. */
export const attemptWaits = [shortestWait, 5 * minutes, ...[0.5, 2, 5, 10, 14, 20, 24].map((wait) => wait * hours)]
/** Maximum wait that a receiver may ask for. */
const maxRetryAfterMs = days
/** Wait after a 429 without `Retry-After`: most limits are per minute. */
const defaultBusyMs = minutes
/** Milliseconds without a success after which a webhook is paused. */
export const pausedAfterMs = 3 * days
/** Maximum number of attempts that are stored for a delivery. */
const storedAttempts = 20

/** Returns the milliseconds for which a receiver asks to get no requests, which is no failure; 0 if it does not ask. */
function chooseBusyMs(status: number | undefined, askedMs: number): number {
  if (status === 429) return Math.max(askedMs || defaultBusyMs, shortestWait)
  return status === 503 && askedMs > 0 ? Math.max(askedMs, shortestWait) : 0
}

/**
 * Stores the result of an attempt, and pauses or disables a webhook whose receiver stays away. Its unsent deliveries
 * stay waiting, even after their last attempt.
 */
export async function storeOutcome(
  ctx: Context,
  webhook: WebhookRow,
  { id, tries, attempts }: DeliveryRow,
  { attempt, isGone, retryAfterMs }: DeliveryOutcome,
): Promise<void> {
  const after = (ms: number) => new Date(ctx.now.getTime() + ms).toISOString()
  const finished = (status: 'delivered' | 'failed') => ({ status, finishedAt: after(0) })
  const askedMs = Math.min(retryAfterMs, maxRetryAfterMs)
  const busyMs = chooseBusyMs(attempt.response?.status, askedMs)
  countWebhookAttempt(attempt.error === null ? 'delivered' : 'failed')
  if (attempt.error !== null) log.warn({ webhook: webhook.name, delivery: id, reason: attempt.error }, 'webhook failed')
  await inTransaction(ctx, async (tx) => {
    const store = (values: Partial<DeliveryRow>) =>
      tx.db
        .update(webhookDeliveries)
        .set({ attempts: [...attempts, attempt].slice(-storedAttempts), ...values })
        .where(eq(webhookDeliveries.id, id))
    const storeWebhook = (values: PgUpdateSetSource<typeof webhooks>) =>
      tx.db.update(webhooks).set(values).where(eq(webhooks.id, webhook.id))
    if (attempt.error === null) {
      if (webhook.failingSince !== null) await storeWebhook({ failingSince: null })
      await store({ tries: tries + 1, ...finished('delivered') })
      return
    }
    const isOn = await recordFailure(tx, webhook.id, { error: attempt.error, isGone })
    if (busyMs > 0) {
      // Of several times the latest counts.
      await storeWebhook({ busyUntil: sql`greatest(${webhooks.busyUntil}, ${after(busyMs)}::timestamptz)` })
      await store({ nextAttemptAt: after(0) })
      return
    }
    // From the end of the attempt, and randomly up to a tenth longer, so that receivers recover.
    const wait = attemptWaits[tries]
    const waitMs = wait && attempt.duration_ms + Math.max(wait * (1 + Math.random() / 10), askedMs)
    const next = waitMs === undefined ? isOn && finished('failed') : { nextAttemptAt: after(waitMs) }
    await store({ tries: tries + 1, ...next })
  })
}

/** Logs why the events of a webhook could not be queued, and stores that as a failure of the webhook. */
export async function storeUnqueued(ctx: Context, id: string, error: unknown): Promise<void> {
  log.warn({ err: error, webhook: id }, 'events of a webhook not queued')
  const reason = isAppError(error) ? error.message : 'Its events could not be queued; the log says why.'
  await inTransaction(ctx, (tx) => recordFailure(tx, id, { error: reason, isGone: false }))
}

/** Records a failure, and pauses or disables the webhook if that is due. Returns true if the webhook is still on. */
async function recordFailure(
  ctx: TxContext,
  id: string,
  { error, isGone }: { readonly error: string; readonly isGone: boolean },
): Promise<boolean> {
  const [row] = await ctx.db
    .update(webhooks)
    .set({ failingSince: sql`coalesce(${webhooks.failingSince}, ${ctx.now.toISOString()}::timestamptz)` })
    .where(and(eq(webhooks.id, id), eq(webhooks.state, 'on')))
    .returning({ name: webhooks.name, failingSince: webhooks.failingSince })
  if (!row?.failingSince) return false
  const isPaused = ctx.now.getTime() - Date.parse(row.failingSince) >= pausedAfterMs
  if (!isGone && !isPaused) return true
  const [state, action] = isGone
    ? (['gone', webhookActions.disabled] as const)
    : (['paused', webhookActions.paused] as const)
  await ctx.db.update(webhooks).set({ state }).where(eq(webhooks.id, id))
  await recordEvent(ctx, action, id, { state: { from: 'on', to: state } })
  const reason = `${error} What waits, and what happens from now on, is sent once you switch the webhook on again.`
  await notifyAll(ctx, action.notifies({ id, name: row.name, admins: await listAdmins(ctx.db), reason }))
  return false
}

async function listAdmins(db: Queryable): Promise<string[]> {
  const rows = await db
    .select({ email: accounts.email })
    .from(accounts)
    .where(and(eq(accounts.role, 'admin'), isPresent(accounts)))
    .orderBy(asc(accounts.email))
  return rows.map(({ email }) => email)
}
