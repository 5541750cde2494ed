import { and, asc, eq, isNotNull, sql } from 'drizzle-orm'
import { webhookActions } from '#lib/actions/webhook-actions.ts'
import { notifyAll } from '#server/notifications/notify.ts'
import { recordEvent } from '#server/platform/audit/record-event.ts'
import { isPresent } from '#server/platform/auth/leavers.ts'
import type { Queryable } from '#server/platform/db/client.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import type { Context, TxContext } from '#server/platform/runtime/context.ts'
import { accounts } from '#server/schema/access.ts'
import { webhookDeliveries, webhooks } from '#server/schema/webhooks.ts'
import type { DeliveryRow, Outcome } from './attempt-delivery.ts'
import type { WebhookRow } from './sealed-webhook.ts'

const [seconds, minutes, hours, days] = [1_000, 60_000, 3_600_000, 86_400_000]

/** The waits between attempts, as Standard Webhooks recommends: a little more than three days in all. */
const waits = [5 * seconds, 5 * minutes, ...[0.5, 2, 5, 10, 14, 20, 24].map((wait) => wait * hours)]
/** The longest time that a receiver may ask to wait. */
const maxRetryAfterMs = days
/** Milliseconds without a success after which a webhook is paused. */
const pausedAfterMs = 3 * days
/** Attempts of a delivery that are stored. */
const storedAttempts = 20

/** Milliseconds until the next attempt, a tenth more or less, so that receivers recover; undefined after the last one. */
function waitAfter(tries: number, retryAfterMs = 0): number | undefined {
  const wait = waits[tries - 1]
  return wait && Math.max(wait * (0.9 + Math.random() / 5), Math.min(retryAfterMs, maxRetryAfterMs))
}

/** Stores what an attempt came to, and pauses or disables a webhook whose receiver stays away. */
export async function storeOutcome(
  ctx: Context,
  webhook: WebhookRow,
  { id, tries, attempts }: DeliveryRow,
  { attempt, isGone, retryAfterMs }: Outcome,
): Promise<void> {
  const isDelivered = attempt.error === null
  const at = ctx.now.toISOString()
  const waitMs = waitAfter(tries + 1, retryAfterMs)
  const next =
    isDelivered || waitMs === undefined ? {} : { nextAttemptAt: new Date(ctx.now.getTime() + waitMs).toISOString() }
  const isFinished = isDelivered || waitMs === undefined
  await inTransaction(ctx.db, async (tx) => {
    await tx
      .update(webhookDeliveries)
      .set({
        tries: tries + 1,
        attempts: [...attempts, attempt].slice(-storedAttempts),
        ...next,
        ...(isFinished && { status: isDelivered ? 'delivered' : 'failed', finishedAt: at }),
      })
      .where(eq(webhookDeliveries.id, id))
    if (isDelivered) {
      if (webhook.failingSince !== null) await noteSuccess(tx, webhook.id)
      return
    }
    await noteFailure({ ...ctx, db: tx }, webhook, attempt.error, isGone)
  })
}

const noteSuccess = (db: Queryable, id: string) =>
  db
    .update(webhooks)
    .set({ failingSince: null })
    .where(and(eq(webhooks.id, id), isNotNull(webhooks.failingSince)))

async function noteFailure(ctx: TxContext, { id, name }: WebhookRow, error: string, isGone: boolean): Promise<void> {
  const [row] = await ctx.db
    .update(webhooks)
    .set({ failingSince: sql`coalesce(${webhooks.failingSince}, ${ctx.now.toISOString()}::timestamptz)` })
    .where(and(eq(webhooks.id, id), eq(webhooks.state, 'on')))
    .returning({ failingSince: webhooks.failingSince })
  if (!row?.failingSince) return
  const isPaused = ctx.now.getTime() - Date.parse(row.failingSince) >= pausedAfterMs
  if (!isGone && !isPaused) return
  const [state, action] = isGone
    ? (['gone', webhookActions.disabled] as const)
    : (['paused', webhookActions.paused] as const)
  await ctx.db.update(webhooks).set({ state }).where(eq(webhooks.id, id))
  await recordEvent(ctx, action, id, { state: { from: 'on', to: state } })
  const reason = `${error} What happens from now on is sent once you switch the webhook on again.`
  await notifyAll(ctx, action.notifies({ id, name, admins: await listAdmins(ctx.db), reason }))
}

async function listAdmins(db: Queryable): Promise<string[]> {
  const rows = await db
    .select({ email: accounts.email })
    .from(accounts)
    .where(and(eq(accounts.role, 'admin'), isPresent(accounts)))
    .orderBy(asc(accounts.email))
  return rows.map(({ email }) => email)
}
