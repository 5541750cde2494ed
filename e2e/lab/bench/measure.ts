import type { ChildProcess } from 'node:child_process'
import { openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool } from 'pg'
import { makeTokens } from '#e2e/support/make-tokens.ts'
import { withOwnDatabase } from '#e2e/support/own-server.ts'
import { withFolder, withProgram } from '#e2e/support/resources.ts'
import { freePort, nodeOptions, projectDir } from '#e2e/support/server-process.ts'
import { waitUntil } from '#e2e/support/wait-until.ts'
import { loadServer } from './load.ts'
import { getParent, processorTime, residentMemory } from './process-usage.ts'
import { report, type ScaleDatabase } from './scale/scale-database.ts'
import type { BenchScenario, BenchTokens } from './scenarios.ts'
import { median, percentile } from './statistics.ts'

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

/** One row of the table: medians over the rounds. */
export type MeasuredScenario = {
  readonly scenario: BenchScenario
  /** Requests a second: median, slowest and fastest round. */
  readonly perSecond: number
  readonly spread: readonly [number, number]
  /** Requests for each `select 1` that this machine executed right before. */
  readonly ratio: number
  /** The 99th percentile in milliseconds. */
  readonly p99: number
  /** Microseconds of processor time per request. */
  readonly serverCost: number
  readonly databaseCost: number
  readonly clientBusy: number
  /** Peak memory of the server in megabytes. */
  readonly memory: number
}

export type Measurements = { readonly rows: readonly MeasuredScenario[]; readonly startTime: number }

/** Loads a server on a copy of the filled database with each scenario, and then measures its start. */
export const measureRequests = (
  { postgresUrl, name }: ScaleDatabase,
  scenarios: readonly BenchScenario[],
  settings: BenchSettings,
): Promise<Measurements> =>
  withOwnDatabase(
    { databaseUrl: postgresUrl },
    async (url, db, pool) => {
      const { resources, itsm } = await makeTokens(db)
      const tokens = { resources: resources.write, itsm: itsm.write }
      return withFolder('bench', async (dataDir) => {
        const rows: MeasuredScenario[] = []
        await withTimedServer(url, dataDir, async ({ baseUrl, pid }) => {
          for (const scenario of scenarios) {
            report(`measuring ${scenario.name}`)
            rows.push(await measureScenario({ scenario, baseUrl, pid, pool, tokens, settings }))
          }
        })
        const times: number[] = []
        for (let count = 0; count < settings.starts; count += 1)
          await withTimedServer(url, dataDir, async ({ startTime }) => void times.push(startTime))
        return { rows, startTime: median(times) }
      })
    },
    name,
  )

type TimedServer = {
  readonly baseUrl: string
  readonly pid: number
  /** Milliseconds from the start of the process until it is ready. */
  readonly startTime: number
}

/** A server that logs each request into a file, which this process need not read. */
async function withTimedServer(url: string, dataDir: string, use: (server: TimedServer) => Promise<void>) {
  const port = String(await freePort())
  const baseUrl = `http://127.0.0.1:${port}`
  const logFile = join(dataDir, 'log')
  const log = openSync(logFile, 'a')
  const started = performance.now()
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
    HINDSIGHT_LOG_LEVEL: 'info',
  }
  const measure = async (child: ChildProcess) => {
    const isReady = async () => {
      if (child.exitCode !== null) throw new Error(`The server ended:\n${readFileSync(logFile, 'utf8').slice(-2000)}`)
      return (await fetch(`${baseUrl}/api/ready`).catch(() => undefined))?.ok ?? false
    }
    await waitUntil('the server is ready', isReady, { pollMs: 5 })
    await use({ baseUrl, pid: child.pid ?? 0, startTime: performance.now() - started })
  }
  const command = [process.execPath, ...nodeOptions(projectDir), 'dist/main.js'] as const
  await withProgram(command, measure, { cwd: projectDir, env, stdio: ['ignore', log, log] })
}

type MeasureRun = {
  readonly scenario: BenchScenario
  readonly baseUrl: string
  readonly pid: number
  readonly pool: Pool
  readonly tokens: BenchTokens
  readonly settings: BenchSettings
}

async function measureScenario(run: MeasureRun): Promise<MeasuredScenario> {
  const { scenario, pool, settings } = run
  await measureRound(run, settings.warmUp)
  const rounds: (Awaited<ReturnType<typeof measureRound>> & { readonly ratio: number })[] = []
  for (let round = 0; round < settings.rounds; round += 1) {
    const statements = await countStatements(pool, settings.seconds / 2)
    const measured = await measureRound(run, settings.seconds)
    rounds.push({ ...measured, ratio: measured.perSecond / statements })
  }
  const middle = (name: Exclude<keyof (typeof rounds)[number], 'memory'>) => median(rounds.map((round) => round[name]))
  const speeds = rounds.map(({ perSecond }) => perSecond)
  return {
    scenario,
    perSecond: median(speeds),
    spread: [Math.min(...speeds), Math.max(...speeds)],
    ratio: middle('ratio'),
    p99: middle('p99'),
    serverCost: middle('serverCost'),
    databaseCost: middle('databaseCost'),
    clientBusy: middle('clientBusy'),
    memory: Math.max(...rounds.map(({ memory }) => memory)),
  }
}

/** One load. A response that is not as expected is an error. */
async function measureRound({ scenario, baseUrl, pid, pool, tokens, settings }: MeasureRun, seconds: number) {
  // Lets the remaining work of the last run finish in the database and the sockets.
  await sleep(100)
  // The parent process of the database sessions.
  const { rows } = await pool.query('select pg_backend_pid() as pid')
  const databasePid = getParent(rows[0].pid)
  const requests = await scenario.requests({ baseUrl, tokens, size: settings.size })
  const before = { server: processorTime(pid), database: processorTime(databasePid) }
  let memory = 0
  const watch = setInterval(() => {
    memory = Math.max(memory, residentMemory(pid))
  }, 200)
  const load = { url: baseUrl, requests, connections: settings.connections, seconds }
  const { latencies, unexpected, busy, ...result } = await loadServer(load)
  clearInterval(watch)
  if (Object.keys(unexpected).length > 0) throw new Error(`${scenario.name} also got ${JSON.stringify(unexpected)}`)
  const cost = (after: number, from: number) => ((after - from) * 1000) / Math.max(1, latencies.length)
  return {
    perSecond: latencies.length / result.seconds,
    p99: percentile(latencies, 99),
    clientBusy: busy,
    memory,
    serverCost: cost(processorTime(pid), before.server),
    databaseCost: cost(processorTime(databasePid), before.database),
  }
}

/**
 * Counts how often a second this machine now executes `select 1`, one after the other over each of five connections.
 */
async function countStatements(pool: Pool, seconds: number): Promise<number> {
  const began = performance.now()
  let count = 0
  const loop = async () => {
    for (; performance.now() - began < seconds * 1000; count += 1) await pool.query({ name: 'one', text: 'select 1' })
  }
  await Promise.all([1, 2, 3, 4, 5].map(loop))
  return (count * 1000) / (performance.now() - began)
}
