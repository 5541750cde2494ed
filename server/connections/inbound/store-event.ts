import { and, eq, inArray, or } from 'drizzle-orm'
import type { Database } from '#server/platform/db/client.ts'
import { processWideFor } from '#server/platform/process/process-wide.ts'
import { getRuntime } from '#server/platform/runtime/runtime.ts'
import { inboundEvents } from '#server/schema/connections.ts'
import { toWaitingState } from './stored-events.ts'

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
export function storeEvent(event: NewEvent, hasRoom: boolean): Promise<StoreOutcome> {
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
