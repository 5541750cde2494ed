import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { makeTokens } from '#e2e/make-tokens.ts'
import { nodeOptions } from '#e2e/server-process.ts'
import { migrateDatabase } from '#server/platform/db/migrate.ts'
import { openDatabase } from '#server/platform/db/open.ts'
import { projectDir } from '#server/platform/project-dir.ts'
import { fillDatabase } from './fill-database.ts'
import { type ImportRow, type ImportSettings, importCases, measureImports } from './import/measure-import.ts'
import type { LoadRequest } from './load.ts'
import { measureScenario, type Row, type Settings } from './measure.ts'
import { type MeasuredServer, type ServerCommand, startMeasured } from './measured-server.ts'
import { parentOf } from './process-usage.ts'
import { makeScenarios, type Scenario, type ServerName, type Tokens } from './scenarios.ts'
import { median } from './statistics.ts'

/** `startTime` is absent if no request was chosen. */
type BenchResult = { readonly rows: Row[]; readonly startTime?: number; readonly imports: ImportRow[] }
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

  const isChosen = ({ name }: { readonly name: string }) => name.includes(options.only)
  const imports = await measureImports(stateDir, importCases.filter(isChosen), options, report)
  if (!makeScenarios({ resources: '', itsm: '' }, '').some(isChosen)) return { rows: [], imports }

  const load = started.use(new AsyncDisposableStack())
  report('filling the database')
  const own = { dataDir: stateDir, databaseUrl: undefined, isProduction: false, plainHosts: [] }
  const database = await openDatabase({ ...own, poolSize: 4, statementTimeout: 0 })
  load.defer(() => database.close())
  await migrateDatabase(database.pool)
  await fillDatabase(database.pool)
  const { resources, itsm } = await makeTokens(database.db)
  const tokens: Tokens = { resources: resources.write, itsm: itsm.write }
  const commands = serverCommands(stateDir, database.url, tokens)
  const start = async (name: ServerName) => {
    report(`starting ${name}`)
    const server = await startMeasured(commands[name])
    load.defer(() => server.stop())
    return server
  }
  const servers = { fastify: await start('fastify'), ours: await start('ours') }
  const etag = (await send(servers.ours, usersProbe(tokens, 50))).headers.get('etag') ?? ''
  const scenarios = makeScenarios(tokens, etag).filter(isChosen)
  for (const scenario of scenarios) await compareResponses(servers, scenario)

  // The parent process of the database sessions.
  const { rows: sessions } = await database.pool.query('select pg_backend_pid() as pid')
  const bench = { servers, databasePid: parentOf(sessions[0].pid), settings: options }
  const rows: Row[] = []
  for (const scenario of scenarios) {
    report(`measuring ${scenario.name}`)
    rows.push(await measureScenario(bench, scenario))
  }
  await load.disposeAsync()

  report('measuring the start')
  const times: number[] = []
  for (let count = 0; count < options.starts; count += 1) {
    const server = await startMeasured({ ...commands.ours, command: ['npm', 'start'] })
    times.push(server.startTime)
    await server.stop()
  }
  return { rows, startTime: median(times), imports }
}

function serverCommands(
  stateDir: string,
  databaseUrl: string,
  tokens: Tokens,
): Readonly<Record<ServerName, ServerCommand>> {
  const command = (name: ServerName, args: readonly string[], env: Record<string, string>): ServerCommand => ({
    command: [process.execPath, ...args],
    env,
    logFile: join(stateDir, `${name}.log`),
    probe: usersProbe(tokens, 1),
  })
  const ours = [...nodeOptions(projectDir()), join(projectDir(), 'dist', 'main.js')]
  return {
    fastify: command('fastify', [join(import.meta.dirname, 'fastify-server.ts')], { DATABASE_URL: databaseUrl }),
    ours: command('ours', ours, {
      DATABASE_URL: '',
      HINDSIGHT_DATA_DIR: stateDir,
      HINDSIGHT_SECRET: 'bench-0123456789-abcdefghijklmnopqrstuvwxyz',
      HINDSIGHT_RATE_LIMIT: '1000000000',
      HINDSIGHT_LOG_LEVEL: 'info',
    }),
  }
}

const usersProbe = (tokens: Tokens, limit: number): LoadRequest => ({
  method: 'GET',
  path: `/api/v1/users?page=1&limit=${limit}`,
  headers: { authorization: `Bearer ${tokens.resources}` },
})

/** Throws unless both servers return the same JSON to the first reads of a scenario, or ours says 304. */
async function compareResponses(servers: Record<ServerName, MeasuredServer>, { name, requests }: Scenario) {
  for (const request of requests.slice(0, 5).filter(({ method }) => method === 'GET')) {
    const [other, ours] = [await send(servers.fastify, request), await send(servers.ours, request)]
    const isSame =
      'if-none-match' in request.headers
        ? ours.status === 304
        : isDeepStrictEqual(JSON.parse(ours.body), JSON.parse(other.body))
    if (!isSame) throw new Error(`${name}: the servers respond to ${request.path} with\n${other.body}\n${ours.body}`)
  }
}

async function send({ baseUrl }: MeasuredServer, { method, path, headers }: LoadRequest) {
  const response = await fetch(`${baseUrl}${path}`, { method, headers })
  return { status: response.status, headers: response.headers, body: await response.text() }
}
