import { setTimeout as sleep } from 'node:timers/promises'
import { type LoadRequest, type LoadResult, loadServer } from '#e2e/lab/bench/load.ts'
import { residentMemory } from '#e2e/lab/bench/process-usage.ts'
import { median } from '#e2e/lab/bench/statistics.ts'
import { withOwnServer } from '#e2e/support/own-server.ts'
import { type Claim, toVerdict } from './claim.ts'

/** More clients than the service allows to wait, each with one request at a time. */
const crowd = 600
/** The number of different requests. */
const different = 30_000
/** Minimum requests per second, so that clients queue soon even if a busy machine makes three times the load small. */
const minRate = 500
/** Statuses of an overloaded service. */
const refusals = ['429', '503']
/** The allowed growth of latency and memory afterwards, since a busy machine varies. */
const leeway = { latency: 3, memory: 1.25 }

/** The request of a supervisor: an overloaded process is alive and must not be restarted. */
const healthRequest: LoadRequest = { method: 'GET', path: '/api/health', headers: {} }

export const withstandOverload: Claim = {
  name: 'withstand-overload',
  prove: (ground, { isQuick, isSoak }) =>
    withOwnServer(
      ground,
      async ({ server, tokens }) => {
        const headers = { Authorization: `Bearer ${tokens.itsm.read}` }
        // So many that none is served from the cache.
        const requests = Array.from({ length: different }, (_, n) => ({
          method: 'GET' as const,
          path: `/api/itsm/v1/changes?limit=50&query=${encodeURIComponent(`risk != low AND title != "Overload ${n}"`)}`,
          headers,
        }))
        const load = (connections: number, seconds: number, rate?: number) =>
          loadServer({ url: server.baseUrl, requests, connections, seconds, ...(rate && { rate }) })
        const memory = () => residentMemory(server.child.pid ?? 0)
        const faults: string[] = []
        await load(8, isQuick ? 2 : 5)
        const measure = () => load(8, isQuick ? 4 : 10)
        const calm = await measure()
        const capacity = calm.latencies.length / calm.seconds
        const overloads: LoadResult[] = []
        const resident: number[] = []
        for (const seconds of phases(isQuick, isSoak)) {
          const [overload, health] = await Promise.all([
            load(crowd, seconds, Math.max(minRate, Math.ceil(capacity * 3))),
            loadServer({ url: server.baseUrl, requests: [healthRequest], connections: 1, seconds, rate: 4 }),
          ])
          faults.push(...describeUnexpected('under overload', overload, refusals))
          faults.push(...describeUnexpected('health under overload', health))
          overloads.push(overload)
          // A connection closed by the client may still have a running query.
          await sleep(2_000)
          resident.push(memory())
        }
        let after = await measure()
        // The backlog of the overload is done first.
        for (let tries = 1; getMedian(after) > getMedian(calm) * leeway.latency && tries < 8; tries += 1)
          after = await measure()
        faults.push(...describeUnexpected('afterwards', after))
        if (calm.latencies.length === 0 || after.latencies.length === 0)
          throw new Error('There was no response before or after the overload.')
        const slower = getMedian(after) / getMedian(calm)
        const grown = (resident.at(-1) ?? 0) / (resident[0] ?? 1)
        if (slower > leeway.latency) faults.push(`the median latency is ${slower.toFixed(1)} times what it was`)
        if (grown > leeway.memory) faults.push(`the memory grew ${grown.toFixed(2)}-fold from overload to overload`)
        const answered = sum(overloads.map(({ latencies }) => latencies.length))
        const refused = sum(overloads.flatMap(({ unexpected }) => refusals.map((status) => unexpected[status] ?? 0)))
        const during = answered / sum(overloads.map(({ seconds }) => seconds)) / capacity
        const figure = `${overloads.length} overloads: ${answered.toLocaleString('en')} responses (${during.toFixed(2)} × capacity), ${refused.toLocaleString('en')} rejected, ${faults.length} faults; afterwards median latency × ${slower.toFixed(2)} (${getMedian(calm).toFixed(1)} and ${getMedian(after).toFixed(1)} ms), memory × ${grown.toFixed(2)} (${Math.round(resident.at(-1) ?? 0)} MB)`
        return toVerdict(figure, faults, refused > 0 && answered > 0)
      },
      // So few that their queue fills up before the load client is the bottleneck, and one of them is shared.
      { HINDSIGHT_POOL_SIZE: '4' },
    ),
}

/** Seconds of each overload: several, to compare the memory; twenty minutes in a soak. */
function phases(isQuick: boolean, isSoak: boolean): readonly number[] {
  if (isSoak) return Array.from({ length: 20 }, () => 60)
  return isQuick ? [5, 5] : [60, 60]
}

const getMedian = ({ latencies }: LoadResult) => median(latencies)
const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0)

const describeUnexpected = (when: string, { unexpected }: LoadResult, allowed: readonly string[] = []): string[] =>
  Object.entries(unexpected).flatMap(([what, n]) => (allowed.includes(what) ? [] : [`${when} ${n} × ${what}`]))
