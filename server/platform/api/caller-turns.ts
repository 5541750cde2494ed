import { availableParallelism } from 'node:os'
import type { Endpoint } from '#lib/contracts/endpoint.ts'
import { overload } from '#server/platform/http/load-shedding.ts'
import { Turns } from '#server/platform/http/turns.ts'
import { processWideFor } from '#server/platform/process-wide.ts'
import type { Actor } from '#server/platform/runtime/context.ts'
import { getDatabase, type Lane } from '#server/platform/runtime/runtime.ts'

/** Requests of one caller that may wait for each connection. */
const waitingPerConnection = 50
/** Milliseconds for which a caller with more requests rests while others come too: as long as the last one took. */
const longestRestMs = 250
/** Milliseconds after which a waiting request is rejected. */
const longestWaitMs = 20_000

function turnsIn(lane: Lane): Turns {
  const { pool } = getDatabase(lane)
  const { max } = pool.options
  // Pages of the same caller need connections besides those of its requests.
  const share = lane === 'pages' ? Math.floor(max / 2) : max - 1
  return processWideFor('caller-turns', pool, () => {
    return new Turns({
      atOnce: Number.POSITIVE_INFINITY,
      perCaller: Math.max(1, share),
      perCallerAmongOthers: Math.max(1, Math.min(share, availableParallelism() - 1)),
      waiting: waitingPerConnection * max,
      // A page may read several things at once.
      rest: ({ took, waiting, isAlone }) =>
        lane === 'pages' || isAlone || waiting === 0 ? 0 : Math.min(took, longestRestMs),
    })
  })
}

/** Whether a request is one of a known caller and soon done: an upload takes its time, a long poll takes turns to read. */
const takesTurns = ({ upload, query }: Endpoint, { kind }: Actor): boolean =>
  kind !== 'anonymous' && !upload && !(query && 'wait' in query.shape)

/** What a signed-in person reads is part of a page, which fetches it after its first response. */
export const chooseLane = ({ method }: Endpoint, { kind }: Actor): Lane =>
  kind === 'account' && method === 'GET' ? 'pages' : 'api'

/** Reads parts of a response that has begun, each when it is needed. */
export type InTurns = <Part>(parts: AsyncIterable<Part>) => AsyncIterable<Part>

type CallerTurn = {
  /** Runs a request in the turn of its caller, unless it takes none. */
  readonly run: <Result>(work: () => Promise<Result>) => Promise<Result>
  /** The turn of a request ends when its response begins: what follows is read part by part, each in a turn. */
  readonly each: InTurns
}

export function callerTurn(endpoint: Endpoint, actor: Actor, key: string): CallerTurn {
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
 * Does work of a caller in its turn. It never has as much running as there are connections, half of them in the
 * lane of pages, nor, while others come too, as there are processors: however many requests one sends, it leaves one of
 * each. Throws `unavailable` when too many
 * wait, or one for too long.
 */
export async function runInTurn<Result>(key: string, work: () => Promise<Result>, lane: Lane = 'api'): Promise<Result> {
  const end = await turnsIn(lane).take(key, { waitMs: longestWaitMs })
  if (end === undefined) throw overload()
  try {
    return await work()
  } finally {
    end()
  }
}
