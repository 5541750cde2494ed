import { availableParallelism } from 'node:os'
import type { Pool, PoolClient } from 'pg'
import { processWideFor } from '#server/process-wide.ts'
import { type Asked, ask, type Given, setPipeline } from './ask.ts'
import { databaseErrorCode, isUnprepared } from './error-code.ts'
import { isReady, socketOf } from './time-limits.ts'

// Statements that belong to no transaction need no connection of their own: they are sent one behind the other without
// waiting for answers. What is asked in one turn of the event loop leaves in one write and
// wakes one process of the database, which is what a small query costs most.

/** Connections of a pool for each one that may be shared, so that what needs its own never waits for these. */
const poolShare = 4
/** Milliseconds without an answer after which what was asked first holds up the rest. */
const heldUpAfter = 100
/** Milliseconds of work, at the pace of late, beyond which a shared connection takes no more. */
const mostWork = 1_000

const canceled = '57014'
/** Code of the failure of what waited on a connection that was given up for the sake of those who wait. */
const abandoned = 'ABANDONED'

/** One connection of the pool, kept while statements wait on it. */
class Lane {
  readonly #pool: Pool
  #client: PoolClient | undefined
  #opening: Promise<PoolClient> | undefined
  /** What fails with the connection is told to whoever waits; the next statement gets another one. */
  #forget = () => {}
  #isCorked = false
  #movedAt = 0
  /** Milliseconds from one answer to the next, of late. */
  #pace = 0
  waiting = 0

  constructor(pool: Pool) {
    this.#pool = pool
  }

  isHeldUp(now: number): boolean {
    return this.waiting > 0 && (now - this.#movedAt > heldUpAfter || this.waiting * this.#pace > mostWork)
  }

  async query(asked: Asked): Promise<Given> {
    const askedAt = performance.now()
    if (this.waiting === 0) this.#movedAt = askedAt
    this.waiting += 1
    try {
      const client = this.#client ?? (await this.#open())
      this.#cork(client)
      const result = await ask(client, asked).catch((error) => this.#judge(client, error))
      return { result, milliseconds: performance.now() - Math.max(askedAt, this.#movedAt) }
    } finally {
      const now = performance.now()
      this.#pace += (now - this.#movedAt - this.#pace) / 32
      this.#movedAt = now
      this.waiting -= 1
      if (this.waiting === 0) this.#close()
    }
  }

  #open(): Promise<PoolClient> {
    this.#opening ??= this.#pool
      .connect()
      .then((client) => {
        setPipeline(client, true)
        this.#forget = () => {
          this.#leave(client)
          client.release(true)
        }
        client.once('error', this.#forget)
        this.#client = client
        return client
      })
      .finally(() => {
        this.#opening = undefined
      })
    return this.#opening
  }

  /**
   * Gives up a connection where a failure is not that of one statement alone. Those behind one that took all its time
   * wait as long as it did, and may wait for the same lock: one after the other they would take as many times as long.
   * Where a prepared statement is missing, so it is to all who ask for it.
   */
  #judge(client: PoolClient, error: Error): never {
    // As the driver does for its own promises: what failed is told by who asked, not by the socket that brought it.
    Error.captureStackTrace(error)
    if (databaseErrorCode(error) === canceled || isUnprepared(error)) {
      const reason = new Error('The connection was given up.')
      this.#leave(client)
      socketOf(client).destroy(Object.assign(reason, { code: abandoned }))
    }
    throw error
  }

  #leave(client: PoolClient): void {
    if (this.#client === client) this.#client = undefined
  }

  #close(): void {
    const client = this.#client
    if (client === undefined) return
    this.#client = undefined
    client.off('error', this.#forget)
    setPipeline(client, false)
    // What fails before it is sent leaves something to be answered behind, which must not reach whoever asks next.
    client.release(!isReady(client))
  }

  /** Holds back what is written until all that came in with this turn of the event loop was read. */
  #cork(client: PoolClient): void {
    if (this.#isCorked) return
    this.#isCorked = true
    const socket = socketOf(client)
    socket.cork()
    setImmediate(() => {
      this.#isCorked = false
      socket.uncork()
    })
  }
}

const lanesOf = (pool: Pool): readonly Lane[] =>
  processWideFor('lanes', pool, () => {
    const count = Math.min(Math.ceil(availableParallelism() / 2), Math.floor(pool.options.max / poolShare))
    return Array.from({ length: count }, () => new Lane(pool))
  })

/**
 * Runs a statement that is over soon and writes nothing: on a shared connection, or on one of its own while those are
 * held up. One that was not run, or not to its end, through the fault of another is run again on its own.
 */
export async function queryPipelined(pool: Pool, asked: Asked): Promise<Given> {
  const now = performance.now()
  let chosen: Lane | undefined
  for (const lane of lanesOf(pool)) {
    if ((chosen === undefined || lane.waiting < chosen.waiting) && !lane.isHeldUp(now)) chosen = lane
  }
  if (chosen === undefined) return queryAlone(pool, asked)
  try {
    return await chosen.query(asked)
  } catch (error) {
    if (databaseErrorCode(error) !== abandoned && !isUnprepared(error)) throw error
    return queryAlone(pool, asked)
  }
}

/** Runs any statement on a connection of its own; again, without preparing it, where it was not run for lack of that. */
export async function queryAlone(pool: Pool, asked: Asked): Promise<Given> {
  const started = performance.now()
  const again = (error: unknown) => {
    if (!isUnprepared(error)) throw error
    const { name: _, ...unnamed } = asked
    return pool.query<unknown[]>(unnamed)
  }
  const result = await pool.query<unknown[]>(asked).catch(again)
  return { result, milliseconds: performance.now() - started }
}

/** Statements that were sent on shared connections and wait for their answers. */
export const waitingInPipelines = (pool: Pool): number => lanesOf(pool).reduce((sum, { waiting }) => sum + waiting, 0)
