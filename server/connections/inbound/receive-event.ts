import { hash } from 'node:crypto'
import { and, eq, inArray, or, sql } from 'drizzle-orm'
import { LRUCache } from 'lru-cache'
import { findKind } from '#server/connections/all-kinds.ts'
import type { OpenConnection } from '#server/connections/connector.ts'
import { type ConnectionRow, findConnection, openConnection } from '#server/connections/find-connection.ts'
import type { Database, Queryable } from '#server/platform/db/client.ts'
import { AppError } from '#server/platform/errors.ts'
import type { HeaderFields } from '#server/platform/http/api-request.ts'
import type { ResponseHeaders } from '#server/platform/http/response.ts'
import { newId } from '#server/platform/ids.ts'
import { runInTurn } from '#server/platform/limits/fair-queue.ts'
import { countRequest } from '#server/platform/limits/quota.ts'
import { log } from '#server/platform/log/log.ts'
import { processWide, processWideFor } from '#server/platform/process/process-wide.ts'
import type { Context } from '#server/platform/runtime/context.ts'
import { getRuntime } from '#server/platform/runtime/runtime.ts'
import { inboundEvents } from '#server/schema/connections.ts'
import type { Sender, SentRequest } from './senders/sender.ts'
import { toWaitingState } from './stored-events.ts'

/**
 * Verifies an event and stores it for the job `read-events`. A repeated event is not stored again and needs no space.
 * The events of a connection take turns, as the requests of any caller do. Throws `unauthenticated` (also for an
 * unknown connection, so as not to reveal it), `rate_limited`, `unavailable` and `insufficient_storage`.
 */
export async function receiveEvent(
  { now }: Context,
  name: string,
  headers: HeaderFields,
  bytes: Buffer,
  responseHeaders: ResponseHeaders,
): Promise<'stored' | 'duplicate'> {
  const connection = await loadConnection(name)
  const sender = connection && findKind(connection.kind)?.events
  const secret = connection?.secrets.signing_secret
  const request = { headers, body: bytes.toString('utf8') }
  // A request that cannot be examined, such as one without a body, is not verified.
  const isVerified = async () => !!secret && (await sender?.verify(request, secret)) === true
  if (!connection?.isEnabled || !sender || !(await isVerified().catch(() => false))) {
    throw new AppError('unauthenticated', 'Unknown connection or invalid signature.')
  }
  const { id: connectionId } = connection
  await countRequest(`connection:${connectionId}`, responseHeaders, 'events')
  return runInTurn(`connection:${connectionId}`, async () => {
    const space = await takeEventSpace(connectionId, bytes.length)
    const at = now.toISOString()
    const event = {
      id: newId('inb', now),
      connectionId,
      deliveryId: makeDeliveryId(sender, request),
      headers: storedHeaders(sender, headers),
      body: bytes,
      receivedAt: at,
      status: 'waiting',
      nextAttemptAt: at,
    } as const
    const outcome = await storeEvent(event, space.fault === undefined)
    if (outcome !== 'stored') space.free()
    if (outcome === undefined) throw space.fault
    return outcome
  })
}

/** Milliseconds for which a connection is cached; an old secret is accepted for that long. */
const cachedMs = 3_000

const cachedConnections = () =>
  processWide(
    'event-senders',
    () =>
      new LRUCache<string, { readonly connection: OpenConnection | undefined }>({
        max: 1_000,
        ttl: cachedMs,
        fetchMethod: async (name) => {
          const row = await findConnection(getRuntime().db, name)
          return { connection: row ? openUsable(row) : undefined }
        },
      }),
  )

const loadConnection = async (name: string) => (await cachedConnections().fetch(name))?.connection

/** Decrypts a connection; undefined if its secret cannot be read, which its page reports too. */
function openUsable(row: ConnectionRow): OpenConnection | undefined {
  try {
    return openConnection(row)
  } catch (error) {
    log.warn({ err: error, connection: row.name }, 'events rejected')
    return undefined
  }
}

/** Headers that any sender may have and a parser may need. */
const usedHeaders = ['content-type', 'webhook-id']

const storedHeaders = ({ reads: senderHeaders = [] }: Sender, headers: HeaderFields): Record<string, string> =>
  Object.fromEntries(
    [...usedHeaders, ...senderHeaders].flatMap((name) => {
      const value = headers.get(name)
      return value === null ? [] : [[name, value]]
    }),
  )

const maxIdLength = 200

/** Identifies a delivery, to recognise a repeated one: the sender's identifier, else a hash of the body. */
function makeDeliveryId({ deliveryId }: Sender, request: SentRequest): string {
  let id: string | null = null
  try {
    id = deliveryId(request)
  } catch {
    // The body gives no identifier.
  }
  if (id !== null && id.length <= maxIdLength && /^[\x21-\x7e ]+$/.test(id)) return id
  return `sha256 ${hash('sha256', `${id ?? ''}\n${request.body}`, 'hex')}`
}

type NewEvent = typeof inboundEvents.$inferInsert
/** The result of storing; undefined for a new event without room. */
type StoreOutcome = 'stored' | 'duplicate' | undefined
type QueuedEvent = {
  readonly event: NewEvent
  readonly hasRoom: boolean
  readonly resolve: (outcome: StoreOutcome) => void
  readonly reject: (error: unknown) => void
}
type EventBatches = { readonly waiting: QueuedEvent[]; isStoring: boolean }

/** Maximum events of one statement. */
const batchSize = 200

/**
 * Stores an event if it has room and resolves after the commit. Events that arrive while others are being stored share
 * the next statement, so that one connection of the pool stores thousands per second.
 */
function storeEvent(event: NewEvent, hasRoom: boolean): Promise<StoreOutcome> {
  const { db } = getRuntime()
  const batches = processWideFor('event-batches', db, (): EventBatches => ({ waiting: [], isStoring: false }))
  const { promise, resolve, reject } = Promise.withResolvers<StoreOutcome>()
  batches.waiting.push({ event, hasRoom, resolve, reject })
  if (!batches.isStoring) void storeAll(db, batches)
  return promise
}

async function storeAll(db: Database, batches: EventBatches): Promise<void> {
  batches.isStoring = true
  while (batches.waiting.length > 0) {
    const batch = batches.waiting.splice(0, batchSize)
    await storeBatch(db, batch).catch((error) => {
      for (const { reject } of batch) reject(error)
    })
  }
  batches.isStoring = false
}

const toKey = ({ connectionId, deliveryId }: Pick<NewEvent, 'connectionId' | 'deliveryId'>) =>
  `${connectionId} ${deliveryId}`

/** Stores new events. Failed ones that are sent again wait, as with *Redeliver* on the page of the sender. */
async function storeBatch(db: Database, batch: readonly QueuedEvent[]): Promise<void> {
  const { id, connectionId, deliveryId, status } = inboundEvents
  const fitting = batch.flatMap(({ event, hasRoom }) => (hasRoom ? [event] : []))
  const inserted =
    fitting.length === 0 ? [] : await db.insert(inboundEvents).values(fitting).onConflictDoNothing().returning({ id })
  const ids = new Set(inserted.map((row) => row.id))
  const others = batch.filter(({ event }) => !ids.has(event.id))
  const isOther = others.map(({ event }) => and(eq(connectionId, event.connectionId), eq(deliveryId, event.deliveryId)))
  const known =
    isOther.length === 0
      ? []
      : await db
          .select({ id, connectionId, deliveryId, status })
          .from(inboundEvents)
          .where(or(...isOther))
  const failed = known.flatMap((row) => (row.status === 'failed' ? row.id : []))
  if (failed.length > 0) {
    await db
      .update(inboundEvents)
      .set(toWaitingState(new Date().toISOString()))
      .where(and(inArray(id, failed), eq(status, 'failed')))
  }
  const keys = new Set(known.map(toKey))
  for (const { event, hasRoom, resolve } of batch) {
    if (ids.has(event.id)) resolve('stored')
    else resolve(hasRoom || keys.has(toKey(event)) ? 'duplicate' : undefined)
  }
}

/** Estimated bytes of an event besides its body: headers, identifiers and indexes. */
const overhead = 500
/** Milliseconds for which sizes are reused, with the events that this process has stored since. */
const sizesCachedMs = 60_000

/** Bytes of the stored events per connection: read from time to time, and counted in between. */
type EventSizes = { byConnection: Promise<Map<string, number>>; endsAt: number }

/** The error for an event without room, or undefined; `free` releases the space of an event that was not stored. */
type EventSpace = { readonly fault: AppError | undefined; free(): void }

/** Reserves space for an event. One connection may use up to half of the total. */
async function takeEventSpace(connectionId: string, bytes: number): Promise<EventSpace> {
  const { db, jobs, env } = getRuntime()
  const sizes = processWideFor(
    'event-sizes',
    db,
    (): EventSizes => ({ byConnection: Promise.resolve(new Map()), endsAt: 0 }),
  )
  if (performance.now() >= sizes.endsAt) {
    sizes.endsAt = performance.now() + sizesCachedMs
    const former = sizes.byConnection
    sizes.byConnection = readSizes(jobs?.db ?? db).catch((error) => {
      log.warn({ err: error }, 'the space of events is not known')
      return former
    })
  }
  const byConnection = await sizes.byConnection
  const add = (change: number) => byConnection.set(connectionId, (byConnection.get(connectionId) ?? 0) + change)
  add(bytes + overhead)
  const isAlone = (byConnection.get(connectionId) ?? 0) > env.eventSpace / 2
  const all = [...byConnection.values()].reduce((sum, size) => sum + size, 0)
  const fault = isAlone || all > env.eventSpace ? createNoRoomError(isAlone, env.eventSpace) : undefined
  return { fault, free: () => void add(-bytes - overhead) }
}

function createNoRoomError(isAlone: boolean, eventSpace: number): AppError {
  const whose = isAlone ? 'The events of this connection' : 'The events of all connections'
  const limit = Math.floor((isAlone ? eventSpace / 2 : eventSpace) / 1e6).toLocaleString('en')
  return new AppError(
    'insufficient_storage',
    `${whose} take the ${limit} MB that they may take. They are deleted after 30 days; send fewer, or raise HINDSIGHT_EVENT_SPACE.`,
  )
}

async function readSizes(db: Queryable): Promise<Map<string, number>> {
  const bytes = sql<number>`sum(octet_length(${inboundEvents.body}) + ${overhead}::int)::float8`
  const id = inboundEvents.connectionId
  const rows = await db.select({ id, bytes }).from(inboundEvents).groupBy(id)
  return new Map(rows.map((row) => [row.id, row.bytes]))
}
