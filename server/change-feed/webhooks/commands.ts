import { and, eq, inArray, sql } from 'drizzle-orm'
import { coversType, eventTypes } from '#lib/actions/event-types.ts'
import { webhookActions } from '#lib/actions/record-actions.ts'
import type { NewWebhook, Webhook, WebhookPatch } from '#lib/contracts/app/webhooks.ts'
import { findNewestEvent } from '#server/change-feed/feed-order.ts'
import { listDifferences, listRemovedFields, recordEvent } from '#server/platform/audit/record-event.ts'
import type { Transaction } from '#server/platform/db/client.ts'
import { toRecord } from '#server/platform/db/record-columns.ts'
import { transact } from '#server/platform/db/transaction.ts'
import { AppError, invalidField } from '#server/platform/errors.ts'
import { newId } from '#server/platform/ids.ts'
import { assertAllowedField } from '#server/platform/outgoing/ip-address.ts'
import type { Context } from '#server/platform/runtime/context.ts'
import { inTransaction } from '#server/platform/runtime/in-transaction.ts'
import { webhookDeliveries, webhooks } from '#server/schema/webhooks.ts'
import { parseEventFilter } from './event-records.ts'
import { getWebhook } from './queries.ts'
import { lockWebhook, waitingSince } from './queue-deliveries.ts'
import { createWebhookSecret, openWebhook, sealWebhook, type WebhookRow } from './sealed-webhook.ts'

/** Milliseconds for which the previous secret signs too. */
const rotationMs = 86_400_000
/** Maximum number of webhooks. */
const maxWebhooks = 50
/** Deliveries deleted by one statement, so that none holds its locks for long. */
const deletedAtOnce = 5_000
/** Shown in the history in place of a secret. */
const hidden = '(hidden)'

type IssuedWebhook = { webhook: Webhook; secret: string }

/** Adds a webhook for events from now on. Throws `invalid_parameter`, and `conflict` for a taken name or too many. */
export async function createWebhook(
  ctx: Context,
  { url, quiet_hours: quietHours, ...input }: NewWebhook,
): Promise<IssuedWebhook> {
  assertAllowedField('url', url)
  assertTypes(input.types)
  assertFilter(input)
  const at = ctx.now.toISOString()
  const secret = createWebhookSecret()
  const added = await inTransaction(ctx, async (tx) => {
    // Locked so that concurrent additions are counted one after the other.
    await tx.db.execute(sql`select pg_advisory_xact_lock(hashtext('webhooks'))`)
    if ((await tx.db.$count(webhooks)) >= maxWebhooks) {
      const full = `There are already ${maxWebhooks} webhooks, the most there can be: delete one first.`
      throw new AppError('conflict', full)
    }
    const [row] = await tx.db
      .insert(webhooks)
      .values({
        ...input,
        id: newId('whk', ctx.now),
        origin: new URL(url).origin,
        quietHours,
        sealedSecret: sealWebhook({ url, secret }),
        state: 'on',
        lastEntry: (await findNewestEvent(tx.db)) ?? null,
        createdAt: at,
        updatedAt: at,
        updatedBy: ctx.actor.name,
      })
      .onConflictDoNothing()
      .returning()
    if (!row) throw nameTaken(input.name)
    await recordEvent(tx, webhookActions.create, row.id, listDifferences({}, toRecordedFields(row)))
    return row.id
  })
  return { webhook: await getWebhook(ctx, added), secret }
}

/** Changes a webhook, or switches it on or off. Throws `not_found`, `invalid_parameter` and `conflict`. */
export async function updateWebhook(ctx: Context, id: string, patch: WebhookPatch): Promise<Webhook> {
  const { url, quiet_hours: quietHours, state, ...fields } = patch
  if (url !== undefined) assertAllowedField('url', url)
  await inTransaction(ctx, async (tx) => {
    const before = await lockWebhook(tx.db, id)
    // Only new values are checked: after an upgrade stored ones may be invalid, and the webhook can still be switched
    // off.
    const { types = before.types, filter = before.filter } = fields
    if (fields.types) assertTypes(types)
    if (fields.types || fields.filter !== undefined) assertFilter({ types, filter })
    await assertNameFree(tx.db, before, fields.name)
    const isStarted = state === 'on' && before.state !== 'on'
    const isMoved = url !== undefined && url !== openWebhook(before).url
    const [row] = await tx.db
      .update(webhooks)
      .set({
        ...fields,
        ...(isMoved && { origin: new URL(url).origin, sealedSecret: sealWebhook({ ...openWebhook(before), url }) }),
        ...(quietHours !== undefined && { quietHours }),
        ...(state !== undefined && { state }),
        ...(isStarted && { failingSince: null }),
        // A wait that another receiver asked for, or the same one long ago, no longer counts.
        ...((isStarted || isMoved) && { busyUntil: null }),
        updatedAt: ctx.now.toISOString(),
        updatedBy: ctx.actor.name,
      })
      .where(eq(webhooks.id, id))
      .returning()
    if (!row) throw new Error('The webhook was not stored.')
    // As if its waiting deliveries had just been queued.
    const isWaiting = and(eq(webhookDeliveries.webhookId, id), eq(webhookDeliveries.status, 'waiting'))
    if (isStarted) await tx.db.update(webhookDeliveries).set(waitingSince(ctx.now.toISOString())).where(isWaiting)
    const { state: changedState, ...changes } = listDifferences(toRecordedFields(before), toRecordedFields(row))
    if (changedState) {
      const action = row.state === 'on' ? webhookActions.switched_on : webhookActions.switched_off
      await recordEvent(tx, action, id, { state: changedState })
    }
    if (isMoved) changes.url = { from: hidden, to: hidden }
    if (Object.keys(changes).length > 0) await recordEvent(tx, webhookActions.update, id, changes)
  })
  return getWebhook(ctx, id)
}

/** Deletes a webhook and its deliveries. Throws `not_found`. */
export async function deleteWebhook(ctx: Context, id: string): Promise<void> {
  const { db } = ctx
  const isOfWebhook = eq(webhookDeliveries.webhookId, id)
  const batch = db.select({ id: webhookDeliveries.id }).from(webhookDeliveries).where(isOfWebhook).limit(deletedAtOnce)
  for (let deleted = deletedAtOnce; deleted === deletedAtOnce; ) {
    const { rowCount } = await db.delete(webhookDeliveries).where(inArray(webhookDeliveries.id, batch))
    deleted = rowCount ?? 0
  }
  await transact(db, async (tx) => {
    const row = await lockWebhook(tx, id)
    await tx.delete(webhookDeliveries).where(isOfWebhook)
    await tx.delete(webhooks).where(eq(webhooks.id, id))
    await recordEvent({ ...ctx, db: tx }, webhookActions.delete, id, listRemovedFields(toRecordedFields(row)))
  })
}

/**
 * Creates a new secret. The previous one signs for another day; the one before it stops to sign. Throws `not_found`,
 * and `conflict` unless `endedUntil` is the expiry of that older secret, which a receiver may still use.
 */
export async function createSecret(ctx: Context, id: string, endedUntil: string | null): Promise<IssuedWebhook> {
  const secret = createWebhookSecret()
  await inTransaction(ctx, async (tx) => {
    const before = await lockWebhook(tx.db, id)
    const newer = `Another secret was made for ${before.name} meanwhile: its previous_secret_until is ${before.previousUntil}.`
    const advice = 'make sure that its receiver has the current secret before you make another one'
    const reason = `${newer} Load the webhook again, and ${advice}.`
    if (before.previousUntil !== endedUntil) throw new AppError('conflict', reason)
    const { url, secret: previous } = openWebhook(before)
    const previousUntil = new Date(ctx.now.getTime() + rotationMs).toISOString()
    const set = { sealedSecret: sealWebhook({ url, secret, previous }), previousUntil }
    await tx.db.update(webhooks).set(set).where(eq(webhooks.id, id))
    await recordEvent(tx, webhookActions.secret_made, id, {
      secret: { from: hidden, to: hidden },
      previous_secret_until: { from: before.previousUntil, to: previousUntil },
    })
  })
  return { webhook: await getWebhook(ctx, id), secret }
}

const nameTaken = (name: string) => new AppError('conflict', `There is already a webhook named ${name}.`)

async function assertNameFree(tx: Transaction, before: WebhookRow, name: string | undefined): Promise<void> {
  if (name === undefined || name === before.name) return
  const [sameName] = await tx.select({ id: webhooks.id }).from(webhooks).where(eq(webhooks.name, name))
  if (sameName) throw nameTaken(name)
}

/** Throws `invalid_parameter` for an unknown type. */
function assertTypes(types: readonly string[]): void {
  const allTypes = Object.values(eventTypes).flat()
  const unknown = types.find((type) => !allTypes.some((one) => coversType([type], one)))
  if (unknown !== undefined) throw invalidField('types', 'body', `has no type ${unknown}`)
}

/** Throws `invalid_parameter` for a filter that does not fit the types. */
function assertFilter({ types, filter }: Pick<NewWebhook, 'types' | 'filter'>): void {
  if (filter !== null) parseEventFilter(filter, types)
}

/** Returns the fields of a webhook for the history; only the origin of its URL, which may contain a secret. */
const toRecordedFields = (row: WebhookRow) =>
  toRecord(webhooks, row, ['name', 'origin', 'types', 'filter', 'format', 'quiet_hours', 'state'])
