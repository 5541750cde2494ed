import { and, eq, inArray, sql } from 'drizzle-orm'
import { connectionActions } from '#lib/actions/record-actions.ts'
import type { Connection } from '#lib/contracts/app/connection-records.ts'
import type { ConnectionPatch, NewConnection } from '#lib/contracts/app/connections.ts'
import { type ConnectionOptions, parseOptions } from '#lib/contracts/connection-options.ts'
import type { WriteResult } from '#lib/contracts/connection-values.ts'
import { listDifferences, listRemovedFields, recordEvent } from '#server/platform/audit/record-event.ts'
import type { Transaction } from '#server/platform/db/client.ts'
import { toRecord } from '#server/platform/db/record-columns.ts'
import { AppError, invalidField, invalidParameter, notFound } from '#server/platform/errors.ts'
import { newId } from '#server/platform/ids.ts'
import { assertAllowedField } from '#server/platform/outgoing/ip-address.ts'
import type { Context } from '#server/platform/runtime/context.ts'
import { inTransaction } from '#server/platform/runtime/in-transaction.ts'
import { getRuntime } from '#server/platform/runtime/runtime.ts'
import {
  alertGroups,
  connectionRecords,
  connectionRefusals,
  connectionRuns,
  connectionStreams,
  connections,
  connectionWrites,
  inboundEvents,
  issueLinks,
} from '#server/schema/connections.ts'
import { forgetSystem, listChangedTables, restartStreams } from '#server/sync/restart-streams.ts'
import { findKind, getKind, unknownKind } from './all-kinds.ts'
import type { ConnectionSecrets } from './connector.ts'
import { type ConnectionRow, getConnectionRow, openConnection, sealSecrets } from './find-connection.ts'
import { presentConnection } from './queries.ts'

/** The text in the history in place of a secret. */
const hidden = '(hidden)'

/** Adds a connection. Throws `invalid_parameter`, and `conflict` if the name is taken. */
export async function createConnection(ctx: Context, input: NewConnection): Promise<Connection> {
  const { kind, name, url, secret, signing_secret: signingSecret, is_enabled: isEnabled } = input
  if (!findKind(kind)) throw invalidField('kind', 'body', unknownKind)
  const options = validateOptions(kind, input.options)
  assertUrl(kind, url)
  const secrets = mergeSecrets({}, { secret, signing_secret: signingSecret })
  assertSecrets(kind, secrets)
  const at = ctx.now.toISOString()
  return inTransaction(ctx, async (tx) => {
    const [row] = await tx.db
      .insert(connections)
      .values({
        id: newId('con', ctx.now),
        kind,
        name,
        url,
        options,
        isEnabled,
        sealedSecret: sealSecrets(secrets, getRuntime().secret),
        nextRunAt: getKind(kind).api ? at : null,
        createdAt: at,
        updatedAt: at,
        updatedBy: ctx.actor.name,
      })
      .onConflictDoNothing()
      .returning()
    if (!row) throw new AppError('conflict', `There is already a connection named ${name}.`)
    await recordEvent(tx, connectionActions.create, row.id, listDifferences({}, toHistoryFields(row, secrets)))
    return presentConnection(tx, row)
  })
}

/** Changes a connection. Throws `not_found` and `invalid_parameter`. */
export function updateConnection(ctx: Context, id: string, patch: ConnectionPatch): Promise<Connection> {
  return inTransaction(ctx, async (tx) => {
    const before = await lockConnection(tx.db, id)
    const url = patch.url ?? before.url
    assertUrl(before.kind, url)
    const storedSecrets = openConnection(before).secrets
    const isMoved = !isSameOrigin(url, before.url)
    const secrets = mergeSecrets(storedSecrets, isMoved ? { secret: null, ...patch } : patch)
    assertSecrets(before.kind, secrets)
    const [row] = await tx.db
      .update(connections)
      .set({
        url,
        ...(patch.options && { options: validateOptions(before.kind, patch.options) }),
        sealedSecret: sealSecrets(secrets, getRuntime().secret),
        isEnabled: patch.is_enabled ?? before.isEnabled,
        ...(getKind(before.kind).api && { nextRunAt: ctx.now.toISOString() }),
        failures: 0,
        version: sql`${connections.version} + 1`,
        updatedAt: ctx.now.toISOString(),
        updatedBy: ctx.actor.name,
      })
      .where(eq(connections.id, id))
      .returning()
    if (!row) throw new Error('The connection was not stored.')
    if (patch.options) {
      // Other options divide a body into other parts.
      const isWaiting = and(eq(inboundEvents.connectionId, id), eq(inboundEvents.status, 'waiting'))
      await tx.db.update(inboundEvents).set({ applied: 0 }).where(isWaiting)
    }
    if (isMoved) await forgetSystem(tx.db, id, ctx.now.toISOString())
    else await restartStreams(tx.db, id, listChangedTables(before.options, row.options))
    const changes = listDifferences(toHistoryFields(before, storedSecrets), toHistoryFields(row, secrets))
    for (const name of ['secret', 'signing_secret'] as const) {
      if (patch[name] != null) changes[name] = { from: storedSecrets[name] === undefined ? null : hidden, to: hidden }
    }
    if (Object.keys(changes).length > 0) await recordEvent(tx, connectionActions.update, id, changes)
    return presentConnection(tx, row)
  })
}

/** Deletes a connection with its stored state; imported records stay. Throws `not_found`. */
export async function deleteConnection(ctx: Context, id: string): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const row = await lockConnection(tx.db, id)
    const tables = [connectionStreams, connectionRuns, connectionRecords, connectionRefusals, connectionWrites]
    for (const table of [...tables, inboundEvents, alertGroups, issueLinks])
      await tx.db.delete(table).where(eq(table.connectionId, id))
    await tx.db.delete(connections).where(eq(connections.id, id))
    await recordEvent(tx, connectionActions.delete, id, listRemovedFields(toHistoryFields(row, {})))
  })
}

/** Makes a connection run within seconds. Throws `not_found`, and `conflict` if it is off or only sends events. */
export async function runConnection(ctx: Context, id: string): Promise<void> {
  const row = await getConnectionRow(ctx.db, id)
  assertRuns(row)
  const at = ctx.now.toISOString()
  await ctx.db.update(connections).set({ nextRunAt: at }).where(eq(connections.id, id))
  await ctx.db
    .update(connectionWrites)
    .set({ nextAttemptAt: at })
    .where(sql`${eq(connectionWrites.connectionId, id)} and ${eq(connectionWrites.status, 'waiting')}`)
}

export function assertRuns({ name, kind, isEnabled }: Pick<ConnectionRow, 'name' | 'kind' | 'isEnabled'>): void {
  if (!getKind(kind).api) throw new AppError('conflict', `${name} only sends events; there is nothing to read.`)
  if (!isEnabled) throw new AppError('conflict', `${name} is switched off.`)
}

async function lockConnection(tx: Transaction, id: string): Promise<ConnectionRow> {
  await tx.select({ id: connections.id }).from(connections).where(eq(connections.id, id)).for('update')
  return getConnectionRow(tx, id)
}

function validateOptions(kind: string, options: unknown): ConnectionOptions {
  const parsed = parseOptions(getKind(kind).options, options)
  if (parsed.options) return parsed.options
  const [first, ...others] = parsed.issues.map(
    ({ path, message }) => ({ field: path.join('.'), in: 'body', issue: message }) as const,
  )
  throw first ? invalidParameter([first, ...others]) : new Error('Options were refused without a reason.')
}

/** Kinds that Hindsight calls need an allowed URL; the others have none. */
function assertUrl(kind: string, url: string | null): void {
  if (!getKind(kind).api) {
    if (url !== null) throw invalidField('url', 'body', `must be left out: ${kind} only sends events`)
    return
  }
  if (url === null) throw invalidField('url', 'body', `is required for ${kind}`)
  assertAllowedField('url', url)
}

function assertSecrets(kind: string, secrets: ConnectionSecrets): void {
  const { api, events } = getKind(kind)
  if (!api && secrets.secret !== undefined) {
    throw invalidField('secret', 'body', `must be left out: ${kind} only sends events, which signing_secret is for`)
  }
  if (!events && secrets.signing_secret !== undefined) {
    throw invalidField('signing_secret', 'body', `must be left out: ${kind} sends no events`)
  }
}

/** Merges the secrets of a request into the stored ones; null removes one. */
function mergeSecrets(
  stored: ConnectionSecrets,
  { secret, signing_secret: signing }: Pick<ConnectionPatch, 'secret' | 'signing_secret'>,
): ConnectionSecrets {
  const secrets = {
    ...stored,
    ...(secret !== undefined && { secret }),
    ...(signing !== undefined && { signing_secret: signing }),
  }
  return Object.fromEntries(Object.entries(secrets).filter(([, value]) => value !== null))
}

const isSameOrigin = (one: string | null, other: string | null) =>
  one === other || (one !== null && other !== null && new URL(one).origin === new URL(other).origin)

const toHistoryFields = (row: ConnectionRow, secrets: ConnectionSecrets) => ({
  ...toRecord(connections, row, ['kind', 'name', 'url', 'options', 'is_enabled']),
  ...(secrets.secret !== undefined && { secret: hidden }),
  ...(secrets.signing_secret !== undefined && { signing_secret: hidden }),
})

export type WriteDecision = 'ours' | 'theirs' | 'retry'

/**
 * Applies a decision about a write. `ours` makes the next run write our version, `theirs` drops the write, and `retry`
 * tries a failed write again. Throws `not_found`, and `conflict` if the write is in no such state.
 */
export async function resolveWriteConflict(
  ctx: Context,
  connectionId: string,
  writeId: string,
  decision: WriteDecision,
): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const [write] = await tx.db
      .select()
      .from(connectionWrites)
      .where(and(eq(connectionWrites.id, writeId), eq(connectionWrites.connectionId, connectionId)))
      .for('update')
    if (!write) throw notFound('write', writeId)
    const at = ctx.now.toISOString()
    const result = decision === 'retry' ? write.result : acceptTheirs(write.result ?? {})
    const states = decision === 'retry' ? (['failed'] as const) : (['conflict', 'failed'] as const)
    const reason = `${ctx.actor.name} kept the value of the other system.`
    const [updated] = await tx.db
      .update(connectionWrites)
      .set(
        decision === 'theirs'
          ? { status: 'dropped', reason, result, finishedAt: at }
          : { status: 'waiting', attempts: 0, nextAttemptAt: at, finishedAt: null, result },
      )
      .where(and(eq(connectionWrites.id, writeId), inArray(connectionWrites.status, [...states])))
      .returning({ status: connectionWrites.status })
    if (!updated) throw new AppError('conflict', `The write is ${write.status}; there is nothing to decide.`)
    if (decision !== 'theirs') {
      await tx.db.update(connections).set({ nextRunAt: at }).where(eq(connections.id, connectionId))
    }
    const changes = listDifferences({ [write.key]: write.status }, { [write.key]: `${updated.status} (${decision})` })
    await recordEvent(tx, connectionActions.write_decided, connectionId, changes)
  })
}

/** Accepts the remote versions that a person has seen: only these may be overwritten from now on. */
function acceptTheirs({ fields = [], sentAt: _, ...result }: WriteResult): WriteResult {
  const acceptedTexts = Object.fromEntries(fields.map(({ field, theirs }) => [field, [theirs]]))
  return { ...result, fields, known: { ...result.known, ...acceptedTexts } }
}
