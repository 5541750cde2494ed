import { sql } from 'drizzle-orm'
import type { Database } from '#server/platform/db/client.ts'
import { AppError } from '#server/platform/errors.ts'
import { log } from '#server/platform/log/log.ts'
import { processWideFor } from '#server/platform/process/process-wide.ts'
import { getRuntime } from '#server/platform/runtime/runtime.ts'
import { inboundEvents } from '#server/schema/connections.ts'

/** Estimated bytes of an event besides its body: headers, identifiers and indexes. */
const overhead = 500
/** Milliseconds for which sizes are reused, with the events that this process has stored since. */
const sizesCachedMs = 60_000
/** Minimum pause between two readings, as a multiple of the duration of one. */
const pausePerReading = 20

/** The error for an event without room, or undefined; `free` releases the space of an event that was not stored. */
type EventSpace = { readonly fault: AppError | undefined; free(): void }

/** Reserves space for an event. One connection may use up to half of the total. */
export async function takeEventSpace(connectionId: string, bytes: number): Promise<EventSpace> {
  const { db, jobs, env } = getRuntime()
  const sizes = processWideFor('event-sizes', db, () => new EventSizes(jobs?.db ?? db))
  const [connectionBytes, all] = await sizes.add(connectionId, bytes + overhead)
  const isAlone = connectionBytes > env.eventSpace / 2
  const fault = isAlone || all > env.eventSpace ? createNoRoomError(isAlone, env.eventSpace) : undefined
  return { fault, free: () => sizes.subtract(connectionId, bytes + overhead) }
}

function createNoRoomError(isAlone: boolean, eventSpace: number): AppError {
  const whose = isAlone ? 'The events of this connection' : 'The events of all connections'
  const limit = Math.floor((isAlone ? eventSpace / 2 : eventSpace) / 1e6).toLocaleString('en')
  return new AppError(
    'insufficient_storage',
    `${whose} take the ${limit} MB that they may take. They are deleted after 30 days; send fewer, or raise HINDSIGHT_EVENT_SPACE.`,
  )
}

/** Bytes of the stored events per connection: read from time to time, and counted in between. */
class EventSizes {
  readonly #db: Database
  #sizes = new Map<string, number>()
  #all = 0
  #endsAt = 0
  #reading: Promise<void> | undefined

  constructor(db: Database) {
    this.#db = db
  }

  /** Adds an event and returns the bytes of its connection and of all. Only the first event waits for the reading. */
  async add(connectionId: string, bytes: number): Promise<readonly [connection: number, all: number]> {
    const isFirst = this.#endsAt === 0
    if (performance.now() >= this.#endsAt) this.#reading ??= this.#read()
    if (isFirst) await this.#reading
    return this.#count(connectionId, bytes)
  }

  /** Subtracts an event that was not stored. */
  subtract(connectionId: string, bytes: number): void {
    this.#count(connectionId, -bytes)
  }

  #count(connectionId: string, bytes: number): readonly [connection: number, all: number] {
    const connectionBytes = (this.#sizes.get(connectionId) ?? 0) + bytes
    this.#sizes.set(connectionId, connectionBytes)
    this.#all += bytes
    return [connectionBytes, this.#all]
  }

  async #read(): Promise<void> {
    const began = performance.now()
    try {
      const rows = await this.#db
        .select({
          id: inboundEvents.connectionId,
          bytes: sql<number>`sum(octet_length(${inboundEvents.body}) + ${overhead}::int)::float8`,
        })
        .from(inboundEvents)
        .groupBy(inboundEvents.connectionId)
      this.#sizes = new Map(rows.map(({ id, bytes }) => [id, bytes]))
      this.#all = rows.reduce((sum, { bytes }) => sum + bytes, 0)
    } catch (error) {
      log.warn({ err: error }, 'the space of events is not known')
    }
    const endedAt = performance.now()
    this.#endsAt = endedAt + Math.max(sizesCachedMs, pausePerReading * (endedAt - began))
    this.#reading = undefined
  }
}
