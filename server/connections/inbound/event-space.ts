import { sql } from 'drizzle-orm'
import type { Database } from '#server/platform/db/client.ts'
import { AppError } from '#server/platform/errors.ts'
import { log } from '#server/platform/log/log.ts'
import { processWideFor } from '#server/platform/process-wide.ts'
import { getRuntime } from '#server/platform/runtime/runtime.ts'
import { inboundEvents } from '#server/schema/connections.ts'

/** Bytes that an event takes besides its body: headers, identifiers and indexes. */
const overhead = 500
/** Milliseconds for which sizes that were read count, with what this process has stored since. */
const knownMs = 60_000
/** Reading the sizes takes one part of this many of the time of a connection to the database, at most. */
const restPerReading = 20

/** Why an event has no room, if so; `free` gives back what an event took that was not stored. */
type EventSpace = { readonly fault: AppError | undefined; free(): void }

/** Reserves space for an event: one connection may take half of the whole space. */
export async function takeEventSpace(connectionId: string, bytes: number): Promise<EventSpace> {
  const { db, jobs, env } = getRuntime()
  const sizes = processWideFor('event-sizes', db, () => new EventSizes(jobs?.db ?? db))
  const [connectionBytes, all] = await sizes.add(connectionId, bytes + overhead)
  const isAlone = connectionBytes > env.eventSpace / 2
  const fault = isAlone || all > env.eventSpace ? noRoom(isAlone, env.eventSpace) : undefined
  return { fault, free: () => sizes.take(connectionId, bytes + overhead) }
}

function noRoom(isAlone: boolean, eventSpace: number): AppError {
  const whose = isAlone ? 'The events of this connection' : 'The events of all connections'
  const limit = Math.floor((isAlone ? eventSpace / 2 : eventSpace) / 1e6).toLocaleString('en')
  return new AppError(
    'insufficient_storage',
    `${whose} take the ${limit} MB that they may take. They are deleted after 30 days; send fewer, or raise HINDSIGHT_EVENT_SPACE.`,
  )
}

/** The bytes of the stored events of each connection: as read from time to time, and what came since. */
class EventSizes {
  readonly #db: Database
  #sizes = new Map<string, number>()
  #all = 0
  #endsAt = 0
  #reading: Promise<void> | undefined

  constructor(db: Database) {
    this.#db = db
  }

  /** Counts an event; returns the bytes of its connection and of all. Only the first event waits for the reading. */
  async add(connectionId: string, bytes: number): Promise<readonly [own: number, all: number]> {
    const isFirst = this.#endsAt === 0
    if (performance.now() >= this.#endsAt) this.#reading ??= this.#read()
    if (isFirst) await this.#reading
    return this.#count(connectionId, bytes)
  }

  /** Forgets an event that was not stored. */
  take(connectionId: string, bytes: number): void {
    this.#count(connectionId, -bytes)
  }

  #count(connectionId: string, bytes: number): readonly [own: number, all: number] {
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
    this.#endsAt = endedAt + Math.max(knownMs, restPerReading * (endedAt - began))
    this.#reading = undefined
  }
}
