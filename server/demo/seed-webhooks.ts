import { and, desc, inArray, lte } from 'drizzle-orm'
import { findEventType } from '#lib/actions/event-types.ts'
import { webhookActions } from '#lib/actions/record-actions.ts'
import type { Attempt } from '#lib/contracts/app/webhooks.ts'
import { buildRequestHeaders } from '#server/change-feed/webhooks/attempt-delivery.ts'
import { buildEventBody } from '#server/change-feed/webhooks/event-body.ts'
import type { Entity } from '#server/change-feed/webhooks/event-records.ts'
import { createDeliveryId } from '#server/change-feed/webhooks/queue-deliveries.ts'
import { createWebhookSecret } from '#server/change-feed/webhooks/sealed-webhook.ts'
import { attemptWaits, pausedAfterMs } from '#server/change-feed/webhooks/store-outcome.ts'
import { recordEvent } from '#server/platform/audit/record-event.ts'
import type { Transaction } from '#server/platform/db/client.ts'
import { createSystemActor } from '#server/platform/runtime/context.ts'
import { sealText } from '#server/platform/sealed-text.ts'
import { auditEvents } from '#server/schema/history.ts'
import { webhookDeliveries, webhooks } from '#server/schema/webhooks.ts'
import { demoAccounts } from './accounts.ts'
import { addDays, type Instant, toIso } from './calendar.ts'

type NewDelivery = typeof webhookDeliveries.$inferInsert
type HistoryEntry = typeof auditEvents.$inferSelect
/** The response of a receiver to an attempt: a status, or no response. */
type ReceiverAnswer = number | 'nothing'

type DemoWebhook = Pick<typeof webhooks.$inferInsert, 'id' | 'name' | 'types' | 'format' | 'quietHours' | 'state'> & {
  readonly url: string
  readonly secret: string
  /** The time when it was switched off or paused, and the time since when every delivery failed. */
  readonly stoppedAt: Instant
  readonly failingSince: Instant | null
  /** Returns the responses to the attempts of the delivery with this index; 0 is the newest. */
  readonly answersTo: (index: number, at: Instant) => readonly ReceiverAnswer[]
}

/** Maximum deliveries of a webhook. */
const maxDeliveries = 12
const system = createSystemActor('send-webhooks')
const allAttempts = attemptWaits.length + 1

/**
 * Inserts two webhooks, both disabled so that the demo sends no request, with deliveries that succeeded, failed and are
 * waiting. `secret` seals their URLs. Part of the transaction that inserts the rest.
 */
export async function seedDemoWebhooks(tx: Transaction, now: Date, secret: string): Promise<void> {
  const failingSince = addDays(now.getTime(), -7)
  const demoWebhooks: readonly DemoWebhook[] = [
    {
      id: 'whk_demo_channel',
      name: 'Channel of the change managers',
      url: 'https://hooks.slack.example/services/T024/B042/demo',
      types: ['review.*'],
      format: 'slack',
      quietHours: { days: [6, 7], from: 19, until: 7 },
      state: 'off',
      secret: createWebhookSecret(),
      stoppedAt: addDays(now.getTime(), -1),
      failingSince: null,
      answersTo: (index) => {
        if (index === maxDeliveries - 1) return Array.from({ length: allAttempts }, () => 400)
        return index === 2 ? [503, 200] : [200]
      },
    },
    {
      id: 'whk_demo_archive',
      name: 'Event archive of the security team',
      url: 'https://events.security.example/hindsight',
      types: ['change.*', 'improvement.*'],
      format: 'thin',
      quietHours: null,
      state: 'paused',
      secret: createWebhookSecret(),
      stoppedAt: failingSince + pausedAfterMs,
      failingSince,
      answersTo: (_, index) => (index < failingSince ? [202] : Array.from({ length: allAttempts }, () => 'nothing')),
    },
  ]
  for (const webhook of demoWebhooks) await insertWebhook(tx, now, webhook, secret)
}

async function insertWebhook(tx: Transaction, now: Date, webhook: DemoWebhook, secret: string): Promise<void> {
  const { id, name, types, url, format, state, stoppedAt, failingSince } = webhook
  const admin = demoAccounts.find(({ role }) => role === 'admin')
  if (!admin) throw new Error('The demo has no admin.')
  const createdAt = addDays(now.getTime(), -90)
  const context = (at: Instant) =>
    ({ db: tx, actor: { kind: 'account', ...admin }, now: new Date(at), requestId: 'demo' }) as const
  const entries = await readEntries(tx, webhook)
  const rows: NewDelivery[] = []
  for (const [index, entry] of entries.entries()) {
    rows.push(
      await buildDelivery(context(Date.parse(entry.at)), webhook, entry, { index, number: entries.length - index }),
    )
  }
  const facts = { name, origin: new URL(url).origin, types, format }
  await tx
    .insert(webhooks)
    .values({
      ...facts,
      id,
      quietHours: webhook.quietHours ?? null,
      state,
      sealedSecret: sealText(JSON.stringify({ url, secret: webhook.secret }), secret),
      failingSince: failingSince === null ? null : toIso(failingSince),
      lastEntry: entries[0]?.id ?? null,
      deliveries: rows.length,
      createdAt: toIso(createdAt),
      updatedAt: toIso(failingSince === null ? stoppedAt : createdAt),
      updatedBy: admin.name,
    })
    .onConflictDoNothing()
  if (rows.length > 0) await tx.insert(webhookDeliveries).values(rows).onConflictDoNothing()
  const created = Object.entries({ ...facts, state: 'on' }).map(([field, to]) => [field, { from: null, to }])
  await recordEvent(context(createdAt), webhookActions.create, id, Object.fromEntries(created))
  const [actor, action] =
    state === 'paused'
      ? ([system, webhookActions.paused] as const)
      : ([context(0).actor, webhookActions.switched_off] as const)
  await recordEvent({ ...context(stoppedAt), actor }, action, id, { state: { from: 'on', to: state } })
}

/** Reads the newest history entries about the webhook's kinds of records, until it was stopped. */
const readEntries = (tx: Transaction, { types, stoppedAt }: DemoWebhook): Promise<HistoryEntry[]> =>
  tx
    .select()
    .from(auditEvents)
    .where(
      and(
        inArray(
          auditEvents.entityType,
          types.map((type) => type.slice(0, type.indexOf('.'))),
        ),
        lte(auditEvents.at, toIso(stoppedAt)),
      ),
    )
    .orderBy(desc(auditEvents.at), desc(auditEvents.id))
    .limit(maxDeliveries)

async function buildDelivery(
  ctx: Parameters<typeof buildEventBody>[0],
  webhook: DemoWebhook,
  entry: HistoryEntry,
  { index, number }: { readonly index: number; readonly number: number },
): Promise<NewDelivery> {
  const { id: webhookId, format } = webhook
  const { id: source, at, action, entityType, entityId: key } = entry
  const id = createDeliveryId(webhookId, source)
  const type = findEventType({ action, action_name: entry.actionName, entity_type: entityType })
  const entity = entityType as Entity
  const body = await buildEventBody(ctx, format, { source, id, type, at, entity, key }, null)
  const times = listAttemptTimes(Date.parse(at))
  const attempts = webhook
    .answersTo(index, Date.parse(at))
    .map((answer, tried) => buildAttempt(webhook, { id, body }, answer, times[tried] ?? 0))
    .filter((attempt) => attempt.at < toIso(webhook.stoppedAt))
  const last = attempts.at(-1)
  const finishedAt = last?.error === null || attempts.length === allAttempts ? (last?.at ?? null) : null
  return {
    id,
    webhookId,
    number,
    type,
    entity,
    key,
    body,
    attempts,
    finishedAt,
    createdAt: at,
    status: finishedAt === null ? 'waiting' : last?.error === null ? 'delivered' : 'failed',
    tries: attempts.length,
    nextAttemptAt: toIso(times[Math.min(attempts.length, times.length - 1)] ?? 0),
  }
}

function buildAttempt(
  { format, url, secret }: DemoWebhook,
  delivery: { readonly id: string; readonly body: string },
  answer: ReceiverAnswer,
  time: Instant,
): Attempt {
  const isDelivered = answer !== 'nothing' && answer < 300
  const unreachable = `${new URL(url).host} could not be reached (ECONNREFUSED).`
  return {
    at: toIso(time),
    duration_ms: answer === 'nothing' ? 9 : 84,
    headers: buildRequestHeaders(format, delivery, [secret], new Date(time)),
    response: answer === 'nothing' ? null : { status: answer, body: isDelivered ? 'ok' : 'invalid_payload' },
    error: isDelivered ? null : answer === 'nothing' ? unreachable : `It answered ${answer}.`,
  }
}

/** Lists the times of the attempts: two seconds after the event, then after each wait. */
function listAttemptTimes(queuedAt: Instant): readonly Instant[] {
  const times = [queuedAt + 2_000]
  for (const wait of attemptWaits) times.push((times.at(-1) ?? 0) + wait)
  return times
}
