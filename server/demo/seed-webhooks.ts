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
import { listDifferences, recordEvent } from '#server/platform/audit/record-event.ts'
import { createSystemActor } from '#server/platform/runtime/context.ts'
import { sealText } from '#server/platform/sealed-text.ts'
import { auditEvents } from '#server/schema/history.ts'
import { webhookDeliveries, webhooks } from '#server/schema/webhooks.ts'
import { addDays, type Instant, toIso } from './calendar.ts'
import { actAs, insert, type Seeding } from './seeding.ts'

type NewWebhook = typeof webhooks.$inferInsert
type NewDelivery = typeof webhookDeliveries.$inferInsert
/** The response of a receiver to an attempt: a status, or no response. */
type ReceiverAnswer = number | 'nothing'

type DemoWebhook = Pick<NewWebhook, 'id' | 'name' | 'types' | 'format' | 'quietHours' | 'failingSince'> & {
  readonly state: 'off' | 'paused'
  readonly url: string
  /** The time when it was switched off or paused. */
  readonly stoppedAt: Instant
  /** Returns the responses to the attempts of the delivery with this index; 0 is the newest. */
  readonly answersTo: (index: number, at: string) => readonly ReceiverAnswer[]
}

/** Maximum deliveries of a webhook. */
const maxDeliveries = 12
const allAttempts = attemptWaits.length + 1
const always = (answer: ReceiverAnswer) => Array.from({ length: allAttempts }, () => answer)

/**
 * Inserts two webhooks, both disabled so that the demo sends no request, with deliveries that succeeded, failed and are
 * waiting. `secret` seals their URLs.
 */
export async function seedWebhooks(seeding: Seeding, secret: string): Promise<void> {
  const failing = addDays(seeding.now.getTime(), -7)
  const channel: DemoWebhook = {
    id: 'whk_demo_channel',
    name: 'Channel of the change managers',
    url: 'https://hooks.slack.example/services/T024/B042/demo',
    types: ['review.*'],
    format: 'slack',
    quietHours: { days: [6, 7], from: 19, until: 7 },
    state: 'off',
    stoppedAt: addDays(seeding.now.getTime(), -1),
    failingSince: null,
    answersTo: (index) => (index === maxDeliveries - 1 ? always(400) : index === 2 ? [503, 200] : [200]),
  }
  const archive: DemoWebhook = {
    id: 'whk_demo_archive',
    name: 'Event archive of the security team',
    url: 'https://events.security.example/hindsight',
    types: ['change.*', 'improvement.*'],
    format: 'thin',
    quietHours: null,
    state: 'paused',
    stoppedAt: failing + pausedAfterMs,
    failingSince: toIso(failing),
    answersTo: (_, at) => (at < toIso(failing) ? [202] : always('nothing')),
  }
  await insertWebhook(seeding, channel, secret)
  await insertWebhook(seeding, archive, secret)
}

async function insertWebhook({ tx, now }: Seeding, webhook: DemoWebhook, secret: string): Promise<void> {
  const { answersTo, stoppedAt, url, ...values } = webhook
  const { id, name, types, format, state } = values
  const entries = await tx
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
  const signing = createWebhookSecret()
  const rows: NewDelivery[] = []
  for (const [index, { id: source, at, action, actionName, entityType, entityId: key }] of entries.entries()) {
    const ctx = actAs(tx, 'Sanna Koskinen', Date.parse(at))
    const type = findEventType({ action, action_name: actionName, entity_type: entityType })
    const event = { source, id: createDeliveryId(id, source), type, at, entity: entityType as Entity, key }
    const body = await buildEventBody(ctx, format, event, null)
    const times = [Date.parse(at) + 2_000]
    for (const wait of attemptWaits) times.push((times.at(-1) ?? 0) + wait)
    const attempts = answersTo(index, at)
      .map((answer, tried) => {
        const time = new Date(times[tried] ?? 0)
        return buildAttempt(url, answer, time, buildRequestHeaders(format, { id: event.id, body }, [signing], time))
      })
      .filter((attempt) => attempt.at < toIso(stoppedAt))
    const last = attempts.at(-1)
    const isDelivered = last?.error === null
    const isFinished = isDelivered || attempts.length === allAttempts
    const ended = isDelivered ? ('delivered' as const) : ('failed' as const)
    rows.push({
      id: event.id,
      webhookId: id,
      number: entries.length - index,
      type,
      entity: event.entity,
      key,
      body,
      attempts,
      finishedAt: isFinished && last ? last.at : null,
      createdAt: at,
      status: isFinished ? ended : 'waiting',
      tries: attempts.length,
      nextAttemptAt: toIso(times[attempts.length] ?? times.at(-1) ?? 0),
    })
  }
  const created = actAs(tx, 'Sanna Koskinen', addDays(now.getTime(), -90))
  const facts = { name, origin: new URL(url).origin, types, format }
  await insert(tx, webhooks, [
    {
      ...values,
      origin: facts.origin,
      sealedSecret: sealText(JSON.stringify({ url, secret: signing }), secret),
      lastEntry: entries[0]?.id ?? null,
      deliveries: rows.length,
      createdAt: created.now.toISOString(),
      updatedAt: state === 'paused' ? created.now.toISOString() : toIso(stoppedAt),
      updatedBy: created.actor.name,
    },
  ])
  await insert(tx, webhookDeliveries, rows)
  await recordEvent(created, webhookActions.create, id, listDifferences({}, { ...facts, state: 'on' }))
  const stopped = actAs(tx, 'Sanna Koskinen', stoppedAt)
  const actor = state === 'paused' ? createSystemActor('send-webhooks') : stopped.actor
  const action = state === 'paused' ? webhookActions.paused : webhookActions.switched_off
  await recordEvent({ ...stopped, actor }, action, id, { state: { from: 'on', to: state } })
}

function buildAttempt(url: string, answer: ReceiverAnswer, time: Date, headers: Attempt['headers']): Attempt {
  const sent = { at: time.toISOString(), headers }
  if (answer === 'nothing') {
    const error = `${new URL(url).host} could not be reached (ECONNREFUSED).`
    return { ...sent, duration_ms: 9, response: null, error }
  }
  const isDelivered = answer < 300
  const response = { status: answer, body: isDelivered ? 'ok' : 'invalid_payload' }
  return { ...sent, duration_ms: 84, response, error: isDelivered ? null : `It answered ${answer}.` }
}
