import { and, desc, eq, gte, inArray, lte, ne, sql } from 'drizzle-orm'
import { webhookActions } from '#lib/actions/record-actions.ts'
import type {
  DeliveryDetail,
  listDeliveries as listContract,
  replayDeliveries as replayContract,
} from '#lib/contracts/app/webhook-deliveries.ts'
import type { BodyOf, QueryOf } from '#lib/contracts/endpoint.ts'
import { recordEvent } from '#server/platform/audit/record-event.ts'
import { recordColumns } from '#server/platform/db/record-columns.ts'
import { selectPage } from '#server/platform/db/select-page.ts'
import { notFound } from '#server/platform/errors.ts'
import { newId } from '#server/platform/ids.ts'
import type { Context } from '#server/platform/runtime/context.ts'
import { inTransaction } from '#server/platform/runtime/in-transaction.ts'
import { webhookDeliveries, webhooks } from '#server/schema/webhooks.ts'
import { attemptDelivery, openWebhookClient } from './attempt-delivery.ts'
import { buildEventBody } from './event-body.ts'
import { getWebhook } from './queries.ts'
import { createDeliveryId, lockWebhook, waitingSince } from './queue-deliveries.ts'

const deliveryColumns = {
  ...recordColumns(webhookDeliveries, ['id', 'type', 'key', 'status', 'tries', 'created_at', 'finished_at']),
  next_attempt_at: sql<string | null>`case when status = 'waiting' then greatest(${webhookDeliveries.nextAttemptAt},
    (select busy_until from ${webhooks} where ${webhooks}.id = ${webhookDeliveries.webhookId})) end`
    .mapWith(webhookDeliveries.nextAttemptAt)
    .as('next_attempt_at'),
}

/** The deliveries of a webhook, newest first. Throws `not_found`. */
export async function listDeliveries(ctx: Context, id: string, { status, ...page }: QueryOf<typeof listContract>) {
  await getWebhook(ctx, id)
  const isOfWebhook = eq(webhookDeliveries.webhookId, id)
  return selectPage(ctx.db, {
    from: webhookDeliveries,
    columns: deliveryColumns,
    where: status === undefined ? isOfWebhook : and(isOfWebhook, eq(webhookDeliveries.status, status)),
    orderBy: [desc(webhookDeliveries.number)],
    page,
  })
}

/** A delivery with its body and attempts. Throws `not_found`. */
export async function getDelivery({ db }: Context, id: string, delivery: string): Promise<DeliveryDetail> {
  const [row] = await db
    .select({ ...deliveryColumns, body: webhookDeliveries.body, attempts: webhookDeliveries.attempts })
    .from(webhookDeliveries)
    .where(and(eq(webhookDeliveries.id, delivery), eq(webhookDeliveries.webhookId, id)))
  if (!row) throw notFound('delivery', delivery)
  return { ...row, attempts: [...row.attempts] }
}

/** Sends the event `webhook.test` once, also from a webhook that is off. Throws `not_found`. */
export async function testWebhook(ctx: Context, id: string) {
  const [webhook] = await ctx.db.select().from(webhooks).where(eq(webhooks.id, id))
  if (!webhook) throw notFound('webhook', id)
  const source = newId('tst', ctx.now)
  const at = ctx.now.toISOString()
  const event = { id: createDeliveryId(id, source), type: 'webhook.test', entity: 'webhook', key: id } as const
  const sent = { ...event, source, at }
  const body = await buildEventBody(ctx, webhook.format, sent)
  const outgoing = openWebhookClient(ctx.db)
  const { attempt } = await attemptDelivery(outgoing, webhook, { id: sent.id, body }, ctx.now).finally(outgoing.close)
  const status = attempt.error === null ? 'delivered' : 'failed'
  await inTransaction(ctx, async (tx) => {
    const { deliveries } = await lockWebhook(tx.db, id)
    await tx.db
      .update(webhooks)
      .set({ deliveries: deliveries + 1 })
      .where(eq(webhooks.id, id))
    const delivery = { webhookId: id, number: deliveries + 1, body, status, tries: 1, attempts: [attempt] } as const
    const times = { nextAttemptAt: at, createdAt: at, finishedAt: at }
    await tx.db.insert(webhookDeliveries).values({ ...event, ...delivery, ...times })
    await recordEvent(tx, webhookActions.tested, id, { delivered: { from: null, to: status === 'delivered' } })
  })
  return getDelivery(ctx, id, sent.id)
}

/** Sends a delivery again, with the same identifier and body. Throws `not_found`. */
export async function replayDelivery(ctx: Context, id: string, delivery: string): Promise<void> {
  await getDelivery(ctx, id, delivery)
  await replay(ctx, id, eq(webhookDeliveries.id, delivery))
}

/** Sends the finished deliveries of a period again, except tests, and returns their number. Throws `not_found`. */
export function replayDeliveries(ctx: Context, id: string, period: BodyOf<typeof replayContract>): Promise<number> {
  const { entity, createdAt, status } = webhookDeliveries
  const isBefore = period.until === undefined ? undefined : lte(createdAt, period.until)
  const hasStatus = period.status === undefined ? undefined : eq(status, period.status)
  return replay(ctx, id, and(ne(entity, 'webhook'), gte(createdAt, period.since), isBefore, hasStatus))
}

const replay = (ctx: Context, id: string, isWanted: Parameters<typeof and>[0]): Promise<number> =>
  inTransaction(ctx, async (tx) => {
    await lockWebhook(tx.db, id)
    const isFinished = inArray(webhookDeliveries.status, ['delivered', 'failed'])
    const { rowCount } = await tx.db
      .update(webhookDeliveries)
      .set(waitingSince(ctx.now.toISOString()))
      .where(and(eq(webhookDeliveries.webhookId, id), isFinished, isWanted))
    const replayed = rowCount ?? 0
    if (replayed > 0) await recordEvent(tx, webhookActions.replayed, id, { replayed: { from: null, to: replayed } })
    return replayed
  })
