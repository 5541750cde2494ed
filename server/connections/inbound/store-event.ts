import { and, eq, inArray, or } from 'drizzle-orm'
import type { Database } from '#server/platform/db/client.ts'
import { processWideFor } from '#server/platform/process-wide.ts'
import { getRuntime } from '#server/platform/runtime/runtime.ts'
import { inboundEvents } from '#server/schema/connections.ts'
import { waitingAgain } from './retry-event.ts'

type NewEvent = typeof inboundEvents.$inferInsert
/** Undefined for a new event without room. */
type Outcome = 'stored' | 'duplicate' | undefined
type Waiting = {
  readonly event: NewEvent
  readonly hasRoom: boolean
  readonly resolve: (outcome: Outcome) => void
  readonly reject: (error: unknown) => void
}

/** Maximum events of one statement. */
const batchSize = 200

/**
 * Stores an event unless it has no room, and returns whether it is new, after the commit. Events that arrive while others
 * are being stored share the next statement: that is what lets one connection of the pool store thousands in a second.
 */
export function storeEvent(event: NewEvent, hasRoom: boolean): Promise<Outcome> {
  const { db } = getRuntime()
  const batches = processWideFor('event-batches', db, () => new EventBatches(db))
  return batches.add(event, hasRoom)
}

class EventBatches {
  readonly #db: Database
  readonly #waiting: Waiting[] = []
  #isStoring = false

  constructor(db: Database) {
    this.#db = db
  }

  add(event: NewEvent, hasRoom: boolean): Promise<Outcome> {
    const { promise, resolve, reject } = Promise.withResolvers<Outcome>()
    this.#waiting.push({ event, hasRoom, resolve, reject })
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
      const [events, others] = [true, false].map((hasRoom) =>
        batch.filter((one) => one.hasRoom === hasRoom).map(({ event }) => event),
      ) as [NewEvent[], NewEvent[]]
      const inserted = await insertNew(this.#db, events)
      await retryFailed(this.#db, [...events, ...others], inserted.size)
      const existing = await findKnown(this.#db, others)
      for (const { event, hasRoom, resolve } of batch) {
        if (inserted.has(event.id)) resolve('stored')
        else resolve(hasRoom || existing.has(deliveryOf(event)) ? 'duplicate' : undefined)
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

const deliveryOf = ({ connectionId, deliveryId }: Pick<NewEvent, 'connectionId' | 'deliveryId'>) =>
  `${connectionId} ${deliveryId}`

/** Which of these events are stored already. */
async function findKnown(db: Database, events: readonly NewEvent[]): Promise<Set<string>> {
  if (events.length === 0) return new Set()
  const { connectionId, deliveryId } = inboundEvents
  const known = await db
    .select({ connectionId, deliveryId })
    .from(inboundEvents)
    .where(or(...events.map((one) => and(eq(connectionId, one.connectionId), eq(deliveryId, one.deliveryId)))))
  return new Set(known.map(deliveryOf))
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
