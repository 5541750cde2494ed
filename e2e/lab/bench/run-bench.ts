import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { nodeOptions } from '#e2e/server-process.ts'
import { createToken } from '#server/platform/auth/token-commands.ts'
import { migrateDatabase } from '#server/platform/db/migrate.ts'
import { type OpenDatabase, openDatabase } from '#server/platform/db/open.ts'
import { projectDir } from '#server/platform/project-dir.ts'
import { type CapturedResponse, captureResponses, compareResponses } from './capture-responses.ts'
import { fillDatabase } from './fill-database.ts'
import { type ImportRow, type ImportSettings, importCases, measureImports } from './import/measure-import.ts'
import { startLoadRunner } from './load-runner.ts'
import { measureScenario, type Row, type Settings } from './measure.ts'
import { parentOf } from './process-usage.ts'
import type { StartReport } from './report.ts'
import { makeScenarios, type Scenario, type ServerName, serverNames, type Tokens } from './scenarios.ts'
import { measureStart } from './start-time.ts'
import { type ServerCommand, type StartedServer, startServer } from './started-server.ts'

/** `start` is absent if it was not requested. */
export type BenchResult = { readonly rows: Row[]; readonly start?: StartReport; readonly imports: ImportRow[] }
export type BenchOptions = Settings & ImportSettings & { readonly starts: number; readonly only: string }

/**
 * Starts the database and the servers in a temporary folder, measures every row of the table, then the time of a start.
 * Everything is stopped and the folder removed even if a step fails.
 */
export async function runBench(options: BenchOptions, report: (step: string) => void): Promise<BenchResult> {
  const started = new AsyncDisposableStack()
  process.once('SIGINT', () => started.disposeAsync().finally(() => process.exit(130)))
  try {
    return await runSteps(started, options, report)
  } finally {
    await started.disposeAsync()
  }
}

async function runSteps(
  started: AsyncDisposableStack,
  options: BenchOptions,
  report: (step: string) => void,
): Promise<BenchResult> {
  const stateDir = mkdtempSync(join(tmpdir(), 'hindsight-bench-'))
  started.defer(() => rmSync(stateDir, { recursive: true, force: true }))

  const isRequested = ({ name }: { readonly name: string }) => name.includes(options.only)
  const imports = await measureImports(stateDir, importCases.filter(isRequested), options, report)
  if (!makeScenarios({ resources: '', itsm: '' }, '').some(isRequested)) return { rows: [], imports }

  const load = started.use(new AsyncDisposableStack())
  report('filling the database')
  const own = { dataDir: stateDir, databaseUrl: undefined, isProduction: false, plainHosts: [] }
  const database = await openDatabase({ ...own, poolSize: 4, statementTimeout: 0 })
  load.defer(() => database.close())
  await migrateDatabase(database.pool)
  await fillDatabase(database.pool)
  const tokens = await issueTokens(database)
  const commands = serverCommands(stateDir, database.url, tokens)
  const start = async (name: ServerName) => {
    report(`starting ${name}`)
    const server = await startServer(commands[name])
    load.defer(() => server.stop())
    return server
  }

  const ours = await start('ours')
  const all = makeScenarios(tokens, await etagOfUsers(ours, tokens))
  const scenarios = all.filter(isRequested)
  report('capturing the responses of ours')
  const captured = new Map<Scenario, CapturedResponse[]>()
  for (const scenario of scenarios.filter(({ isRead }) => isRead)) {
    captured.set(scenario, await captureResponses(ours.baseUrl, scenario))
  }
  writeFileSync(commands.bare.env.BENCH_ANSWERS ?? '', JSON.stringify([...captured.values()].flat()))
  const servers = {
    ours,
    bare: await start('bare'),
    fastify: await start('fastify'),
    next: await start('next'),
  }
  for (const [scenario, capturedResponses] of captured) {
    for (const name of scenario.servers) await compareResponses(servers[name].baseUrl, scenario, capturedResponses)
  }

  const client = startLoadRunner()
  load.defer(() => client.stop())
  const databasePid = await findDatabaseProcess(database)
  const rows: Row[] = []
  for (const scenario of scenarios) {
    report(`measuring ${scenario.name}`)
    for (const connections of options.connections) {
      rows.push(await measureScenario({ servers, databasePid, client, settings: options }, scenario, connections))
    }
  }
  await load.disposeAsync()

  report('measuring the start')
  const npmStart = await measureStart({ ...commands.ours, command: ['npm', 'start'] }, options.starts)
  const nodeStart = await measureStart(commands.ours, options.starts)
  const begun = { npmStart: npmStart.time, nodeStart: nodeStart.time, idleMemory: nodeStart.memory }
  return { rows, start: { ...begun, memory: highestMemory(rows) }, imports }
}

function serverCommands(
  stateDir: string,
  databaseUrl: string,
  tokens: Tokens,
): Readonly<Record<ServerName, ServerCommand>> {
  const inProject = (...path: string[]) => join(projectDir(), ...path)
  const probe = { method: 'GET', path: '/api/v1/users?page=1&limit=1', headers: bearer(tokens.resources) } as const
  const hindsight = {
    DATABASE_URL: '',
    HINDSIGHT_DATA_DIR: stateDir,
    HINDSIGHT_SECRET: 'bench-0123456789-abcdefghijklmnopqrstuvwxyz',
    HINDSIGHT_RATE_LIMIT: '1000000000',
    HINDSIGHT_LOG_LEVEL: 'info',
  }
  const command = (name: ServerName, args: readonly string[], env: Record<string, string>): ServerCommand => ({
    command: [process.execPath, ...args],
    env,
    logFile: join(stateDir, `${name}.log`),
    probe,
  })
  const next = [inProject('node_modules', 'next', 'dist', 'bin', 'next'), 'start', '-H', '127.0.0.1', '-p', '{port}']
  return {
    bare: command('bare', [inProject('e2e/lab/bench/bare-server.ts')], {
      BENCH_ANSWERS: join(stateDir, 'capturedResponses.json'),
    }),
    fastify: command('fastify', [inProject('e2e/lab/bench/fastify-server.ts')], { DATABASE_URL: databaseUrl }),
    next: command('next', next, hindsight),
    ours: command('ours', [...nodeOptions(projectDir()), inProject('dist', 'main.js')], hindsight),
  }
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

async function issueTokens({ db }: OpenDatabase): Promise<Tokens> {
  const actor = { kind: 'system', id: 'bench', name: 'bench' } as const
  const issue = async (system: 'resources' | 'itsm') => {
    const input = { name: 'Bench', system, scope: 'write', expiresAt: null, origin: 'entry' } as const
    return (await createToken({ db, actor, now: new Date(), requestId: 'bench' }, input)).secret
  }
  return { resources: await issue('resources'), itsm: await issue('itsm') }
}

async function etagOfUsers({ baseUrl }: StartedServer, tokens: Tokens): Promise<string> {
  const response = await fetch(`${baseUrl}/api/v1/users?page=1&limit=50`, { headers: bearer(tokens.resources) })
  await response.arrayBuffer()
  return response.headers.get('etag') ?? ''
}

/** The parent process of the database sessions. */
async function findDatabaseProcess({ pool }: OpenDatabase): Promise<number> {
  const { rows } = await pool.query('select pg_backend_pid() as pid')
  return parentOf(rows[0].pid)
}

function highestMemory(rows: readonly Row[]): StartReport['memory'] {
  const highest = (name: ServerName) => Math.max(0, ...rows.map(({ measurements }) => measurements[name]?.memory ?? 0))
  return Object.fromEntries(serverNames.map((name) => [name, highest(name)])) as Record<ServerName, number>
}
