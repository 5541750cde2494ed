import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { openSync } from 'node:fs'
import { availableParallelism, cpus } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import type { Pool } from 'pg'
import { makeTokens } from '#e2e/support/make-tokens.ts'
import { withOwnDatabase } from '#e2e/support/own-server.ts'
import { withFolder, withProgram } from '#e2e/support/resources.ts'
import { freePort, nodeOptions, projectDir } from '#e2e/support/server-process.ts'
import { waitUntil } from '#e2e/support/wait-until.ts'
import { answerHelp } from '#server/cli/answer-help.mjs'
import { type MeasuredKind, writeImportFile } from './import-files.ts'
import { loadServer } from './load.ts'
import { highestMemory } from './process-usage.ts'
import { report, type ScaleDatabase, withScaleDatabase } from './scale-database.ts'
import { type BenchScenario, type LoadedServer, scenarios } from './scenarios.ts'
import { median } from './statistics.ts'

answerHelp(`Usage: npm run bench [-- --quick | --smallest]
Measures imports and requests. --quick has fewer and shorter rounds; --smallest shows whether the bench works, not how
fast anything is.`)
const { values } = parseArgs({
  options: { quick: { type: 'boolean', default: false }, smallest: { type: 'boolean', default: false } },
})
/** Rows of the longest lists, seconds of load before a row counts, while code is still being compiled, and of a round. */
const full = { size: 100_000, connections: 32, warmUp: 4, rounds: 5, seconds: 1, starts: 3, importRows: 200_000 }
const smallest = { size: 1000, connections: 2, warmUp: 0.1, rounds: 1, seconds: 0.1, starts: 1, importRows: 20 }
const settings = values.smallest ? smallest : values.quick ? { ...full, rounds: 3, importRows: 50_000 } : full

/** The longest list, and the one with the most columns; both file formats. */
const imports = [
  ['incidents', 'csv'],
  ['changes', 'json'],
] as const

/** Imports generated files into empty databases beside a filled one, and prints the speed of the whole command. */
const measureImports = ({ postgresUrl }: ScaleDatabase): Promise<void> =>
  withFolder('bench-import', async (folder) => {
    const rows = settings.importRows
    const lines: Record<string, object> = {}
    for (const [kind, format] of imports) {
      report(`importing ${rows.toLocaleString('en')} ${kind}`)
      const file = join(folder, `${kind}.${format}`)
      await writeImportFile(file, kind, format, rows)
      const run = (url: string) => runImport(kind, file, url)
      const { seconds, memory } = await withOwnDatabase({ databaseUrl: postgresUrl }, run)
      lines[`${rows} ${kind}, ${format}`] = { 'a second': Math.round(rows / seconds), 'peak MB': Math.round(memory) }
    }
    console.table(lines)
  })

/** Runs `npm run import`, without npm. Its peak memory only grows, so the last value counts. */
async function runImport(kind: MeasuredKind, file: string, url: string) {
  const args = [...nodeOptions(projectDir, 'import'), join('dist', 'import.js'), kind, file, '--quiet']
  const started = performance.now()
  const env = { ...process.env, DATABASE_URL: url }
  const child = spawn(process.execPath, args, { cwd: projectDir, env, stdio: 'ignore' })
  let memory = 0
  const watch = setInterval(() => {
    memory = Math.max(memory, highestMemory(child.pid ?? 0))
  }, 20)
  const [code] = await once(child, 'exit')
  clearInterval(watch)
  if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}.`)
  return { seconds: (performance.now() - started) / 1000, memory }
}

/** Loads a server on a copy of the filled database with each scenario, measures its start, and prints the figures. */
const measureRequests = ({ postgresUrl, name }: ScaleDatabase): Promise<void> =>
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
            lines[scenario.name] = await measure(scenario, { baseUrl, tokens, size: settings.size }, pool)
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
async function measure(scenario: BenchScenario, server: LoadedServer, pool: Pool) {
  const load = async (seconds: number) => {
    // Lets the remaining work of the last round finish in the database and the sockets.
    await sleep(100)
    const requests = await scenario.requests(server)
    const result = await loadServer({ url: server.baseUrl, requests, connections: settings.connections, seconds })
    const { unexpected } = result
    if (Object.keys(unexpected).length > 0) throw new Error(`${scenario.name} also got ${JSON.stringify(unexpected)}`)
    return { ...result, perSecond: result.latencies.length / result.seconds }
  }
  await load(settings.warmUp)
  const rounds: { readonly perSecond: number; readonly ratio: number; readonly busy: number }[] = []
  for (let round = 0; round < settings.rounds; round += 1) {
    const statements = await countStatements(pool, settings.seconds / 2)
    const { perSecond, busy } = await load(settings.seconds)
    rounds.push({ perSecond, ratio: perSecond / statements, busy })
  }
  const isClientBusy = median(rounds.map(({ busy }) => busy)) > 0.9
  return {
    'a second': `${median(rounds.map(({ perSecond }) => perSecond)).toFixed(0)}${isClientBusy ? '*' : ''}`,
    ratio: median(rounds.map(({ ratio }) => ratio)).toFixed(2),
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

console.log(`${cpus()[0]?.model.trim()}, ${availableParallelism()} processors, Node ${process.version}`)
await withScaleDatabase(settings.size, async (database) => {
  await measureImports(database)
  await measureRequests(database)
})
