import { availableParallelism } from 'node:os'
import type { Endpoint } from '#lib/contracts/endpoint.ts'
import { AppError } from '#server/platform/errors.ts'
import { countRefusal } from '#server/platform/metrics/metrics.ts'
import { processWideFor } from '#server/platform/process/process-wide.ts'
import type { Actor } from '#server/platform/runtime/context.ts'
import { getDatabase, type Lane } from '#server/platform/runtime/runtime.ts'

type WaitingTurn = { readonly caller: string; readonly start: () => void }

export type QueueLimits = {
  /** Maximum running turns, of all callers and of each. */
  readonly atOnce: number
  readonly perCaller: number
  /** Maximum running turns of a caller while others are active; by default the same as without others. */
  readonly perCallerAmongOthers?: number
  /** Maximum waiting turns of a caller. */
  readonly waiting: number
  /** Milliseconds for which a caller pauses after a turn; by default none. */
  readonly pauseAfter?: (turn: EndedTurn) => number
}

type EndedTurn = {
  /** Duration of the turn in milliseconds. */
  readonly durationMs: number
  /** Waiting turns of the same caller. */
  readonly waiting: number
  /** True if no other caller was active recently. */
  readonly isAlone: boolean
}

/** Milliseconds after its last request for which a caller counts as active. */
const activeMs = 1_000

/**
 * Limits how much each caller runs at the same time: turns start in the order of arrival, but no caller exceeds its
 * share while others wait. Pages are rendered on the only thread of the process, which all requests share.
 */
export class FairQueue {
  readonly #limits: QueueLimits
  readonly #running = new Map<string, number>()
  readonly #waiting = new Set<WaitingTurn>()
  /** Time of the last request of each caller, the latest at the end. */
  readonly #lastRequests = new Map<string, number>()
  #atOnce = 0

  constructor(limits: QueueLimits) {
    this.#limits = limits
  }

  /** Runs `work` in a turn. Throws `unavailable` when too many turns of the caller wait, or this one waits too long. */
  async run<Result>(caller: string, work: () => Promise<Result>, waitMs?: number): Promise<Result> {
    const end = await this.take(caller, { ...(waitMs !== undefined && { waitMs }) })
    if (end === undefined) throw createOverloadError()
    try {
      return await work()
    } finally {
      end()
    }
  }

  /**
   * Waits for a turn and returns the function that ends it, after which others may start, and the caller after its
   * pause. Undefined if `signal` aborts first or `waitMs` pass. Throws `unavailable` when too many turns of the caller
   * wait.
   */
  async take(
    caller: string,
    { signal, waitMs }: { readonly signal?: AbortSignal; readonly waitMs?: number } = {},
  ): Promise<(() => void) | undefined> {
    if (signal?.aborted) return undefined
    this.#recordRequest(caller)
    if (this.#mayRun(caller)) this.#start(caller)
    else if (this.#countWaiting(caller) >= this.#limits.waiting) throw tooMany()
    else if (!(await this.#wait(caller, signal, waitMs))) return undefined
    return this.#createEnd(caller)
  }

  /** True if a waiting caller may start; false once it no longer waits. */
  async #wait(caller: string, signal: AbortSignal | undefined, waitMs: number | undefined): Promise<boolean> {
    const { promise: started, resolve } = Promise.withResolvers<boolean>()
    const one: WaitingTurn = { caller, start: () => resolve(true) }
    this.#waiting.add(one)
    const giveUp = () => resolve(!this.#waiting.delete(one))
    const timer = waitMs === undefined ? undefined : setTimeout(giveUp, waitMs)
    signal?.addEventListener('abort', giveUp, { once: true })
    try {
      return await started
    } finally {
      clearTimeout(timer)
      signal?.removeEventListener('abort', giveUp)
    }
  }

  /** Returns the function that ends a turn that has started. */
  #createEnd(caller: string): () => void {
    let isOver = false
    const began = performance.now()
    return () => {
      if (isOver) return
      isOver = true
      this.#atOnce -= 1
      const waiting = this.#countWaiting(caller)
      const isAlone = this.#isAlone()
      const pauseMs = this.#limits.pauseAfter?.({ durationMs: performance.now() - began, waiting, isAlone }) ?? 0
      if (pauseMs > 0) {
        setTimeout(() => this.#release(caller), pauseMs)
        this.#startWaiting()
      } else this.#release(caller)
    }
  }

  #recordRequest(caller: string): void {
    const now = performance.now()
    this.#lastRequests.delete(caller)
    this.#lastRequests.set(caller, now)
  }

  /** True if no other caller was active recently. */
  #isAlone(): boolean {
    const now = performance.now()
    for (const [one, requestedAt] of this.#lastRequests) {
      if (now - requestedAt < activeMs) break
      this.#lastRequests.delete(one)
    }
    return this.#lastRequests.size <= 1
  }

  #mayRun(caller: string): boolean {
    const { atOnce, perCaller, perCallerAmongOthers = perCaller } = this.#limits
    const share = this.#isAlone() ? perCaller : perCallerAmongOthers
    return this.#atOnce < atOnce && (this.#running.get(caller) ?? 0) < share
  }

  #countWaiting(caller: string): number {
    let count = 0
    for (const one of this.#waiting) if (one.caller === caller) count += 1
    return count
  }

  #start(caller: string): void {
    this.#atOnce += 1
    this.#running.set(caller, (this.#running.get(caller) ?? 0) + 1)
  }

  /** Lets a caller start another turn. */
  #release(caller: string): void {
    const otherTurns = (this.#running.get(caller) ?? 1) - 1
    if (otherTurns === 0) this.#running.delete(caller)
    else this.#running.set(caller, otherTurns)
    this.#startWaiting()
  }

  #startWaiting(): void {
    for (const one of this.#waiting) {
      if (!this.#mayRun(one.caller)) continue
      this.#waiting.delete(one)
      this.#start(one.caller)
      one.start()
    }
  }
}

function tooMany(): AppError {
  countRefusal('overload')
  return new AppError('unavailable', 'Too many of your requests are waiting; retry shortly.', {
    headers: { 'Retry-After': '1' },
  })
}

/**
 * Requests that may wait for each connection of the pool, of all callers and of one: a few tenths of a second of work.
 */
const waitingPerConnection = 50

/** True if so many requests wait for the database that another would probably time out. */
export function isOverloaded(lane: Lane = 'api'): boolean {
  const { waitingCount, options } = getDatabase(lane).pool
  return waitingCount >= waitingPerConnection * options.max
}

/** The rejection of another request; counts it. */
export function createOverloadError(): AppError {
  countRefusal('overload')
  return new AppError('unavailable', 'Too many requests are waiting; retry shortly.', {
    headers: { 'Retry-After': '1' },
  })
}

/**
 * Maximum milliseconds for which a caller with more waiting requests pauses while others are active; the pause is as
 * long as its last turn.
 */
const maxPauseMs = 250
/** Milliseconds after which a waiting request is rejected. */
const maxWaitMs = 20_000

function getQueue(lane: Lane): FairQueue {
  const { pool } = getDatabase(lane)
  const { max } = pool.options
  // Pages of the same caller need connections besides those of its requests.
  const share = lane === 'pages' ? Math.floor(max / 2) : max - 1
  return processWideFor('caller-queue', pool, () => {
    return new FairQueue({
      atOnce: Number.POSITIVE_INFINITY,
      perCaller: Math.max(1, share),
      perCallerAmongOthers: Math.max(1, Math.min(share, availableParallelism() - 1)),
      waiting: waitingPerConnection * max,
      // A page may read several things at once.
      pauseAfter: ({ durationMs, waiting, isAlone }) =>
        lane === 'pages' || isAlone || waiting === 0 ? 0 : Math.min(durationMs, maxPauseMs),
    })
  })
}

/** True if a request waits for its turn: it is no upload or long poll, which take long. */
const takesTurns = ({ upload, query }: Endpoint): boolean => !upload && !(query && 'wait' in query.shape)

/** Requests of a signed-in person that read use the lane of pages: a page sends them after its first response. */
export const chooseLane = ({ method }: Endpoint, { kind }: Actor): Lane =>
  kind === 'account' && method === 'GET' ? 'pages' : 'api'

/** Reads the parts of a response that has begun, each in a turn of its own. */
export type InTurns = <Part>(parts: AsyncIterable<Part>) => AsyncIterable<Part>

type CallerTurn = {
  /** Runs a request in a turn of its caller, or at once if it needs none. */
  readonly run: <Result>(work: () => Promise<Result>) => Promise<Result>
  /** Reads the rest of a response in further turns: the turn of the request ends when its response begins. */
  readonly each: InTurns
}

export function createCallerTurn(endpoint: Endpoint, actor: Actor, key: string): CallerTurn {
  const run: CallerTurn['run'] = (work) =>
    takesTurns(endpoint) ? runInTurn(key, work, chooseLane(endpoint, actor)) : work()
  async function* each<Part>(parts: AsyncIterable<Part>): AsyncGenerator<Part> {
    const iterator = parts[Symbol.asyncIterator]()
    try {
      for (;;) {
        const { done, value } = await run(() => iterator.next())
        if (done === true) return
        yield value
      }
    } finally {
      await iterator.return?.()
    }
  }
  return { run, each }
}

/**
 * Runs `work` in a turn of the caller. A caller never has as many turns at once as there are connections (half of them
 * in the lane of pages) nor, while others are active, as there are processors, so it always leaves one of each. Throws
 * `unavailable` when too many turns wait, or one waits too long.
 */
export const runInTurn = <Result>(key: string, work: () => Promise<Result>, lane: Lane = 'api'): Promise<Result> =>
  getQueue(lane).run(key, work, maxWaitMs)
