import { readFileSync } from 'node:fs'
import { Agent, get } from 'node:http'
import { readSamples } from '#server/platform/metrics/testing-samples.ts'
import { withOwnServer } from '../own-server.ts'
import type { ServerProcess } from '../server-process.ts'
import { expect, test } from './call-api.ts'

const clients = 6

/** The processes that a process started and that still run. */
const childrenOf = (pid: number): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number)

/** The workers of a supervisor, once both take requests. */
async function workersOf({ child, lines }: ServerProcess): Promise<number[]> {
  await expect.poll(() => lines.filter((line) => line.includes('"listening"')).length).toBe(2)
  return childrenOf(child.pid ?? 0)
}

/**
 * Milliseconds that a client waits. A connection that is just being handed to a worker when that one is killed is lost
 * between the two: nobody closes it.
 */
const patience = 2_000

function ask(url: string, headers: Record<string, string>, agent: Agent): Promise<number> {
  return new Promise((done, fail) => {
    const sent = get(url, { headers, agent }, (answer) => {
      answer.on('error', fail).on('end', () => done(answer.statusCode ?? 0))
      answer.resume()
    })
    sent.on('error', fail).setTimeout(patience, () => sent.destroy(new Error('No answer in time.')))
  })
}

test('two workers: a killed one is replaced while the other answers, and the end fails no request', async ({
  world,
}) => {
  test.skip(process.platform !== 'linux', 'needs /proc to find the workers')
  await withOwnServer(
    world,
    async ({ server, tokens }) => {
      const { pid = 0 } = server.child
      const headers = { authorization: `Bearer ${tokens.itsm.read}` }
      const listening = () => server.lines.filter((line) => line.includes('"listening"')).length
      await expect.poll(listening).toBe(2)

      const seen = { answered: 0, cut: 0, statuses: new Set<number>(), isEnding: false, failed: [] as unknown[] }
      const answeredTo = Array.from({ length: clients }, () => 0)
      const load = async (_: unknown, client: number) => {
        const agent = new Agent({ keepAlive: true, maxSockets: 1 })
        for (;;) {
          try {
            seen.statuses.add(await ask(`${server.baseUrl}/api/itsm/v1/changes?limit=5`, headers, agent))
            seen.answered += 1
            answeredTo[client] = (answeredTo[client] ?? 0) + 1
          } catch (error) {
            const { code } = error as NodeJS.ErrnoException
            if (seen.isEnding && code === 'ECONNREFUSED') return agent.destroy()
            if (seen.isEnding) seen.failed.push(error)
            seen.cut += 1
          }
        }
      }
      const loads = Array.from({ length: clients }, load)
      await expect.poll(() => seen.answered).toBeGreaterThan(50)

      const [victim = 0] = childrenOf(pid)
      process.kill(victim, 'SIGKILL')
      const before = seen.answered
      await expect.poll(() => seen.answered).toBeGreaterThan(before + 50)
      await expect.poll(listening, { timeout: 30_000 }).toBe(3)
      expect(childrenOf(pid)).toHaveLength(2)
      expect(childrenOf(pid)).not.toContain(victim)
      const then = [...answeredTo]
      await expect.poll(() => answeredTo.every((count, client) => count > (then[client] ?? 0))).toBe(true)
      // Each client had one connection at the one that was killed, and may have come back to it once more.
      expect(seen.cut).toBeLessThanOrEqual(2 * clients)

      seen.isEnding = true
      expect(await server.stop()).toBe(0)
      await Promise.all(loads)
      expect(seen.failed).toEqual([])
      expect([...seen.statuses]).toEqual([200])
    },
    { HINDSIGHT_WORKERS: '2' },
  )
})

const answeredHealth = 'hindsight_http_request_duration_seconds_count{method="GET",route="/api/health",status="200"}'
const residentOf = (worker: number) => `process_resident_memory_bytes{worker="${worker}"}`

test('two workers: whichever is asked for metrics tells the sums of both, while one hangs and after it was killed', async ({
  world,
}) => {
  test.skip(process.platform !== 'linux', 'needs /proc to find the workers')
  await withOwnServer(
    world,
    async ({ server, tokens }) => {
      const [first = 0, second = 0] = await workersOf(server)
      const headers = { authorization: `Bearer ${tokens.itsm.read}`, connection: 'close' }
      const scrape = async () => {
        const answer = await fetch(`${server.baseUrl}/api/metrics`, { headers, signal: AbortSignal.timeout(8_000) })
        expect(answer.status).toBe(200)
        return readSamples(await answer.text())
      }
      const askHealth = () => {
        const signal = AbortSignal.timeout(patience)
        return fetch(`${server.baseUrl}/api/health`, { headers: { connection: 'close' }, signal })
      }
      // The supervisor hands new connections to one worker after the other.
      for (let count = 0; count < 20; count += 1) expect((await askHealth()).status).toBe(200)
      for (let count = 0; count < 4; count += 1) {
        const sums = await scrape()
        expect(sums.get(answeredHealth)).toBe(20)
        expect(sums.get('hindsight_workers')).toBe(2)
        expect(sums.get('hindsight_workers_answered')).toBe(2)
        expect(sums.get('hindsight_database_connections_max')).toBeGreaterThan(3)
        expect([residentOf(1), residentOf(2)].filter((series) => !sums.has(series))).toEqual([])
      }

      process.kill(second, 'SIGSTOP')
      // It is handed one connection more, which waits there.
      await Promise.allSettled([askHealth(), askHealth()])
      const without = await scrape()
      expect(without.get(answeredHealth)).toBeGreaterThanOrEqual(20)
      expect(without.get('hindsight_workers_answered')).toBe(1)
      expect([residentOf(1), residentOf(2)].filter((series) => without.has(series))).toHaveLength(1)

      process.kill(second, 'SIGKILL')
      await expect.poll(async () => (await scrape()).get('hindsight_workers_answered'), { timeout: 30_000 }).toBe(2)
      expect((await scrape()).get(answeredHealth)).toBeGreaterThanOrEqual(without.get(answeredHealth) ?? 0)
      expect(childrenOf(server.child.pid ?? 0)).toContain(first)
    },
    { HINDSIGHT_WORKERS: '2' },
  )
})
