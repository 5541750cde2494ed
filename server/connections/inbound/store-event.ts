import { and, eq, inArray, or } from 'drizzle-orm'
import type { Database } from '#server/platform/db/client.ts'
import { processWideFor } from '#server/platform/process/process-wide.ts'
import { getRuntime } from '#server/platform/runtime/runtime.ts'
import { inboundEvents } from '#server/schema/connections.ts'
import { toWaitingState } from './retry-event.ts'

type NewEvent = typeof inboundEvents.$inferInsert
/** The result of storing; undefined for a new event without room. */
type StoreOutcome = 'stored' | 'duplicate' | undefined
type QueuedEvent = {
  readonly event: NewEvent
  readonly hasRoom: boolean
  readonly resolve: (outcome: StoreOutcome) => void
  readonly reject: (error: unknown) => void
}

/** Maximum events of one statement. */
const batchSize = 200

/**
 * Stores an event if it has room and resolves after the commit. Events that arrive while others are being stored share
 * the next statement, so that one connection of the pool stores thousands per second.
 */
export function storeEvent(event: NewEvent, hasRoom: boolean): Promise<StoreOutcome> {
  const { db } = getRuntime()
  const batches = processWideFor('event-batches', db, () => new EventBatches(db))
  return batches.add(event, hasRoom)
}

class EventBatches {
  readonly #db: Database
  readonly #waiting: QueuedEvent[] = []
  #isStoring = false

  constructor(db: Database) {
    this.#db = db
  }

  add(event: NewEvent, hasRoom: boolean): Promise<StoreOutcome> {
    const { promise, resolve, reject } = Promise.withResolvers<StoreOutcome>()
    this.#waiting.push({ event, hasRoom, resolve, reject })
    if (!this.#isStoring) void this.#storeAll()
    return promise
  }

  async #storeAll(): Promise<void> {
    this.#isStoring = true
    while (this.#waiting.length > 0) await this.#store(this.#waiting.splice(0, batchSize))
    this.#isStoring = false
  }

  async #store(batch: readonly QueuedEvent[]): Promise<void> {
    try {
      const [events, others] = [true, false].map((hasRoom) =>
        batch.filter((one) => one.hasRoom === hasRoom).map(({ event }) => event),
      ) as [NewEvent[], NewEvent[]]
      const inserted = await insertNew(this.#db, events)
      await resetFailed(this.#db, [...events, ...others], inserted.size)
      const existing = await findStoredDeliveries(this.#db, others)
      for (const { event, hasRoom, resolve } of batch) {
        if (inserted.has(event.id)) resolve('stored')
        else resolve(hasRoom || existing.has(toDeliveryKey(event)) ? 'duplicate' : undefined)
      }
    } catch (error) {
      for (const { reject } of batch) reject(error)
    }
  }
}

async function insertNew(db: Database, events: NewEvent[]): Promise<Set<string>> {
  if (events.length === 0) return new Set()
  const rows = await db.insert(inboundEvents).values(events).onConflictDoNothing().returning({ id: inboundEvents.id })
  return new Set(rows.map(({ id }) => id))
}

const toDeliveryKey = ({ connectionId, deliveryId }: Pick<NewEvent, 'connectionId' | 'deliveryId'>) =>
  `${connectionId} ${deliveryId}`

/** Finds the events that are stored already; returns their delivery keys. */
async function findStoredDeliveries(db: Database, events: readonly NewEvent[]): Promise<Set<string>> {
  if (events.length === 0) return new Set()
  const { connectionId, deliveryId } = inboundEvents
  const storedEvents = await db
    .select({ connectionId, deliveryId })
    .from(inboundEvents)
    .where(or(...events.map((one) => and(eq(connectionId, one.connectionId), eq(deliveryId, one.deliveryId)))))
  return new Set(storedEvents.map(toDeliveryKey))
}

/** Makes failed events that are sent again wait, as with *Redeliver* on the page of the sender. */
async function resetFailed(db: Database, events: readonly NewEvent[], stored: number): Promise<void> {
  if (stored === events.length) return
  const byConnection = Map.groupBy(events, ({ connectionId }) => connectionId)
  for (const [connectionId, connectionEvents] of byConnection) {
    const deliveryIds = connectionEvents.map(({ deliveryId }) => deliveryId)
    await db
      .update(inboundEvents)
      .set(toWaitingState(new Date().toISOString()))
      .where(
        and(
          eq(inboundEvents.connectionId, connectionId),
          inArray(inboundEvents.deliveryId, deliveryIds),
          eq(inboundEvents.status, 'failed'),
        ),
      )
  }
}
