import { openSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool } from 'pg'
import { makeTokens } from '#e2e/support/make-tokens.ts'
import { withOwnDatabase } from '#e2e/support/own-server.ts'
import { withFolder, withProgram } from '#e2e/support/resources.ts'
import { freePort, nodeOptions, projectDir } from '#e2e/support/server-process.ts'
import { waitUntil } from '#e2e/support/wait-until.ts'
import { loadServer } from './load.ts'
import { highestMemory } from './process-usage.ts'
import { report, type ScaleDatabase } from './scale/scale-database.ts'
import { type BenchScenario, type LoadedServer, scenarios } from './scenarios.ts'
import { median } from './statistics.ts'

export type BenchSettings = {
  /** Number of rows in the longest lists. */
  readonly size: number
  readonly connections: number
  /** Seconds of load before a row counts, while the code is still being compiled. */
  readonly warmUp: number
  readonly rounds: number
  readonly seconds: number
  readonly starts: number
}

type BenchRun = LoadedServer & { readonly pool: Pool; readonly settings: BenchSettings }

/** Loads a server on a copy of the filled database with each scenario, measures its start, and prints the figures. */
export const measureRequests = ({ postgresUrl, name }: ScaleDatabase, settings: BenchSettings): Promise<void> =>
  withOwnDatabase(
    { databaseUrl: postgresUrl },
    async (url, db, pool) => {
      const { resources, itsm } = await makeTokens(db)
      const tokens = { resources: resources.write, itsm: itsm.write }
      await withFolder('bench', async (dataDir) => {
        const lines: Record<string, object> = {}
        let memory = 0
        await withTimedServer(url, dataDir, async ({ baseUrl, pid }) => {
          for (const scenario of scenarios) {
            report(`measuring ${scenario.name}`)
            lines[scenario.name] = await measure(scenario, { baseUrl, pool, tokens, settings, size: settings.size })
          }
          memory = highestMemory(pid)
        })
        const starts: number[] = []
        for (let count = 0; count < settings.starts; count += 1)
          await withTimedServer(url, dataDir, async ({ startTime }) => void starts.push(startTime))
        console.table(lines)
        console.log(`ratio: requests for each \`select 1\` that five connections execute right before.
* the client was busy more than 90 % of the time: it, not the server, was the bottleneck.
From the start on existing data to the first response: ${median(starts).toFixed(0)} ms (goal 1,500).
Peak memory under load: ${memory.toFixed(0)} MB (goal 300).`)
      })
    },
    name,
  )

type TimedServer = { readonly baseUrl: string; readonly pid: number; readonly startTime: number }

/** A server that logs each request into a file, which this process need not read, and the milliseconds of its start. */
async function withTimedServer(url: string, dataDir: string, use: (server: TimedServer) => Promise<void>) {
  const port = String(await freePort())
  const baseUrl = `http://127.0.0.1:${port}`
  const log = openSync(join(dataDir, 'log'), 'a')
  const began = performance.now()
  const env = {
    ...process.env,
    NODE_ENV: 'production' as const,
    HOST: '127.0.0.1',
    PORT: port,
    DATABASE_URL: url,
    HINDSIGHT_DATA_DIR: dataDir,
    HINDSIGHT_SECRET: 'bench-0123456789-abcdefghijklmnopqrstuvwxyz',
    HINDSIGHT_JOBS: 'off',
    HINDSIGHT_RATE_LIMIT: '1000000000',
  }
  const isReady = async () => (await fetch(`${baseUrl}/api/ready`).catch(() => undefined))?.ok ?? false
  const command = [process.execPath, ...nodeOptions(projectDir), 'dist/main.js'] as const
  const start = async ({ pid = 0 }: { readonly pid?: number | undefined }) => {
    await waitUntil('the server is ready', isReady, { pollMs: 5 })
    await use({ baseUrl, pid, startTime: performance.now() - began })
  }
  await withProgram(command, start, { cwd: projectDir, env, stdio: ['ignore', log, log] })
}

/** Medians over the rounds of a scenario. A response that is not as expected is an error. */
async function measure(scenario: BenchScenario, run: BenchRun) {
  const { baseUrl, pool, settings } = run
  const load = async (seconds: number) => {
    // Lets the remaining work of the last round finish in the database and the sockets.
    await sleep(100)
    const requests = await scenario.requests(run)
    const result = await loadServer({ url: baseUrl, requests, connections: settings.connections, seconds })
    const { unexpected } = result
    if (Object.keys(unexpected).length > 0) throw new Error(`${scenario.name} also got ${JSON.stringify(unexpected)}`)
    return result
  }
  await load(settings.warmUp)
  const speeds: number[] = []
  const ratios: number[] = []
  const busy: number[] = []
  for (let round = 0; round < settings.rounds; round += 1) {
    const statements = await countStatements(pool, settings.seconds / 2)
    const { latencies, seconds, ...result } = await load(settings.seconds)
    speeds.push(latencies.length / seconds)
    ratios.push(latencies.length / seconds / statements)
    busy.push(result.busy)
  }
  return {
    'a second': `${median(speeds).toFixed(0)}${median(busy) > 0.9 ? '*' : ''}`,
    'slowest–fastest': `${Math.min(...speeds).toFixed(0)}–${Math.max(...speeds).toFixed(0)}`,
    ratio: median(ratios).toFixed(2),
  }
}

/** How often a second this machine now executes `select 1`, one after the other over each of five connections. */
async function countStatements(pool: Pool, seconds: number): Promise<number> {
  const began = performance.now()
  let count = 0
  const loop = async () => {
    for (; performance.now() - began < seconds * 1000; count += 1) await pool.query({ name: 'one', text: 'select 1' })
  }
  await Promise.all([1, 2, 3, 4, 5].map(loop))
  return (count * 1000) / (performance.now() - began)
}
