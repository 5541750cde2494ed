import { availableParallelism } from 'node:os'
import type { Endpoint } from '#lib/contracts/endpoint.ts'
import { processWideFor } from '#server/platform/process/process-wide.ts'
import type { Actor } from '#server/platform/runtime/context.ts'
import { getDatabase, type Lane } from '#server/platform/runtime/runtime.ts'
import { FairQueue } from './fair-queue.ts'

/** Requests of one caller that may wait for each connection. */
const waitingPerConnection = 50
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

/** True if a request waits for its turn: the caller is known, and it is no upload or long poll, which take long. */
const takesTurns = ({ upload, query }: Endpoint, { kind }: Actor): boolean =>
  kind !== 'anonymous' && !upload && !(query && 'wait' in query.shape)

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
    takesTurns(endpoint, actor) ? runInTurn(key, work, chooseLane(endpoint, actor)) : work()
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
