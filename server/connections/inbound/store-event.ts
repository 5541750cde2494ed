import { and, eq, inArray } from 'drizzle-orm'
import type { Database } from '#server/platform/db/client.ts'
import { processWideFor } from '#server/platform/process-wide.ts'
import { getRuntime } from '#server/platform/runtime/runtime.ts'
import { inboundEvents } from '#server/schema/connections.ts'
import { waitingAgain } from './retry-event.ts'

type NewEvent = typeof inboundEvents.$inferInsert
type Waiting = {
  readonly event: NewEvent
  readonly resolve: (isNew: boolean) => void
  readonly reject: (error: unknown) => void
}

/** Maximum events of one statement. */
const batchSize = 200

/**
 * Stores an event and returns whether it is new, after the commit. Events that arrive while others are being stored
 * share the next statement: that is what lets one connection of the pool store thousands in a second.
 */
export function storeEvent(event: NewEvent): Promise<boolean> {
  const { db } = getRuntime()
  const batches = processWideFor('event-batches', db, () => new EventBatches(db))
  return batches.add(event)
}

class EventBatches {
  readonly #db: Database
  readonly #waiting: Waiting[] = []
  #isStoring = false

  constructor(db: Database) {
    this.#db = db
  }

  add(event: NewEvent): Promise<boolean> {
    const { promise, resolve, reject } = Promise.withResolvers<boolean>()
    this.#waiting.push({ event, resolve, reject })
    if (!this.#isStoring) void this.#storeAll()
    return promise
  }

  async #storeAll(): Promise<void> {
    this.#isStoring = true
    while (this.#waiting.length > 0) await this.#store(this.#waiting.splice(0, batchSize))
    this.#isStoring = false
  }

  async #store(batch: readonly Waiting[]): Promise<void> {
    try {
      const stored = await this.#db
        .insert(inboundEvents)
        .values(batch.map(({ event }) => event))
        .onConflictDoNothing()
        .returning({ id: inboundEvents.id })
      await retryFailed(
        this.#db,
        batch.map(({ event }) => event),
        stored.length,
      )
      const ids = new Set(stored.map(({ id }) => id))
      for (const { event, resolve } of batch) resolve(ids.has(event.id))
    } catch (error) {
      for (const { reject } of batch) reject(error)
    }
  }
}

/** Reads events again that failed and are sent again, as with *Redeliver* on the page of the sender. */
async function retryFailed(db: Database, events: readonly NewEvent[], stored: number): Promise<void> {
  if (stored === events.length) return
  const byConnection = Map.groupBy(events, ({ connectionId }) => connectionId)
  for (const [connectionId, own] of byConnection) {
    const deliveryIds = own.map(({ deliveryId }) => deliveryId)
    await db
      .update(inboundEvents)
      .set(waitingAgain(new Date().toISOString()))
      .where(
        and(
          eq(inboundEvents.connectionId, connectionId),
          inArray(inboundEvents.deliveryId, deliveryIds),
          eq(inboundEvents.status, 'failed'),
        ),
      )
  }
}
