import { setTimeout as sleep } from 'node:timers/promises'
import type { LoadResult } from '#e2e/bench/load-client.ts'
import { startLoadRunner } from '#e2e/bench/load-runner.ts'
import { residentMemory } from '#e2e/bench/process-usage.ts'
import { withOwnServer } from '../own-server.ts'
import type { Claim } from './claim.ts'
import { callServer } from './crash/call-server.ts'

/** More clients than the service lets wait, each with one request at a time. */
const crowd = 600
/** Requests that ask for different things. */
const different = 30_000
/** Requests a second at least, so that the crowd soon waits where a busy machine makes three times the load small. */
const leastRate = 500
/** Answers of a service that has too much to do. */
const refusals = ['429', '503']
/** How many times the calm latency, and the memory of the first overload, may be afterwards: a busy machine is uneven. */
const leeway = { latency: 3, memory: 1.25 }

export const withstandOverload: Claim = {
  name: 'withstand-overload',
  claim:
    'Under three times the possible load some requests get 429 or 503; afterwards latency and memory are as before',
  prove: (ground, { isQuick, isSoak }) =>
    withOwnServer(
      ground,
      async ({ server, tokens }) => {
        const client = startLoadRunner()
        const headers = { Authorization: `Bearer ${tokens.itsm.read}` }
        // So many that none is answered from what is kept of an answer before.
        const requests = Array.from({ length: different }, (_, n) => ({
          method: 'GET' as const,
          path: `/api/itsm/v1/changes?limit=50&query=${encodeURIComponent(`risk != low AND title != "Overload ${n}"`)}`,
          headers,
        }))
        const load = (connections: number, seconds: number, rate?: number) =>
          client.run({ url: server.baseUrl, requests, status: 200, connections, seconds, ...(rate && { rate }) })
        const memory = () => residentMemory(server.child.pid ?? 0)
        const faults: string[] = []
        try {
          await load(8, isQuick ? 2 : 5)
          const calm = await load(8, isQuick ? 4 : 10)
          const capacity = calm.answered / calm.seconds
          const seen: LoadResult[] = []
          const resident: number[] = []
          for (const seconds of phases(isQuick, isSoak)) {
            const alive = watchHealth(server.baseUrl, headers)
            const overload = await load(crowd, seconds, Math.max(leastRate, Math.ceil(capacity * 3)))
            faults.push(...faultsOf(overload), ...(await alive.end()))
            seen.push(overload)
            // A connection that the client cut may have a query at work still.
            await sleep(2_000)
            resident.push(memory())
          }
          const after = await loadUntilCalm(() => load(8, isQuick ? 4 : 10), calm.p50 * leeway.latency)
          faults.push(...Object.entries(after.unexpected).map(([what, n]) => `afterwards ${n} answers were ${what}`))
          if (calm.answered === 0 || after.answered === 0)
            throw new Error('Nothing was answered, in the calm or afterwards.')
          const slower = after.p50 / calm.p50
          const grown = (resident.at(-1) ?? 0) / (resident[0] ?? 1)
          if (slower > leeway.latency) faults.push(`the median latency is ${slower.toFixed(1)} times what it was`)
          if (grown > leeway.memory) faults.push(`the memory grew ${grown.toFixed(2)}-fold from overload to overload`)
          const answered = sum(seen.map((one) => one.answered))
          const refused = sum(seen.flatMap(({ unexpected }) => refusals.map((status) => unexpected[status] ?? 0)))
          const during = answered / sum(seen.map(({ seconds }) => seconds)) / capacity
          return {
            figure: `${seen.length} overloads: ${answered.toLocaleString('en')} answered (${during.toFixed(2)} × capacity), ${refused.toLocaleString('en')} refused, ${faults.length} faults; afterwards median latency × ${slower.toFixed(2)} (${calm.p50.toFixed(1)} and ${after.p50.toFixed(1)} ms), memory × ${grown.toFixed(2)} (${Math.round(resident.at(-1) ?? 0)} MB)`,
            isProven: faults.length === 0 && refused > 0 && answered > 0,
            faults,
          }
        } finally {
          client.stop()
        }
      },
      // So few that the queue for them, and not the client of the attack, is what fills first, and one of them shared.
      { HINDSIGHT_POOL_SIZE: '4' },
    ),
}

/** Seconds of each overload: several, so that memory can be compared; twenty minutes in a soak. */
function phases(isQuick: boolean, isSoak: boolean): readonly number[] {
  if (isSoak) return Array.from({ length: 20 }, () => 60)
  return isQuick ? [5, 5] : [60, 60]
}

/** Loads it as in the calm, again when it is not yet as calm as before: what the crowd left is being worked off. */
async function loadUntilCalm(load: () => Promise<LoadResult>, latency: number): Promise<LoadResult> {
  for (let tries = 1; ; tries += 1) {
    const result = await load()
    const isCalm = result.answered > 0 && result.p50 <= latency
    if (isCalm || tries === 8) return result
  }
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0)

function faultsOf({ unexpected }: LoadResult): string[] {
  return Object.entries(unexpected).flatMap(([what, n]) =>
    refusals.includes(what) ? [] : [`under overload ${n} requests were answered ${what}`],
  )
}

/** Asks for health all the while: a process that is overloaded is alive, and must not be restarted for it. */
function watchHealth(baseUrl: string, headers: Record<string, string>): { end(): Promise<string[]> } {
  const faults: string[] = []
  let isOver = false
  const watching = (async () => {
    while (!isOver) {
      const reply = await callServer({ baseUrl }, { method: 'GET', path: '/api/health', headers })
      if (reply?.status !== 200) faults.push(`health answered ${reply?.status} under overload`)
      await sleep(250)
    }
  })()
  return {
    async end() {
      isOver = true
      await watching
      return faults
    },
  }
}
