import { sql } from 'drizzle-orm'
import type { Queryable } from '#server/platform/db/client.ts'
import { AppError } from '#server/platform/errors.ts'
import { log } from '#server/platform/log/log.ts'
import { processWideFor } from '#server/platform/process/process-wide.ts'
import { getRuntime } from '#server/platform/runtime/runtime.ts'
import { inboundEvents } from '#server/schema/connections.ts'

/** Estimated bytes of an event besides its body: headers, identifiers and indexes. */
const overhead = 500
/** Milliseconds for which sizes are reused, with the events that this process has stored since. */
const sizesCachedMs = 60_000

/** Bytes of the stored events per connection: read from time to time, and counted in between. */
type EventSizes = { byConnection: Promise<Map<string, number>>; endsAt: number }

/** The error for an event without room, or undefined; `free` releases the space of an event that was not stored. */
type EventSpace = { readonly fault: AppError | undefined; free(): void }

/** Reserves space for an event. One connection may use up to half of the total. */
export async function takeEventSpace(connectionId: string, bytes: number): Promise<EventSpace> {
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
