import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, readdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { withConnection, withFolder } from '#e2e/support/resources.ts'
import { freePort, projectDir, startServer } from '#e2e/support/server-process.ts'
import { waitUntil } from '#e2e/support/wait-until.ts'
import { needed } from '#server/cli/disk-space.mjs'
import { type Block, listBlocksToRun } from '#server/cli/testing-documents.ts'
import { seedDemoData } from '#server/demo/seed.ts'
import { executeOn } from '#server/platform/db/databases.ts'
import { migrateDatabase } from '#server/platform/db/migrate/migrate.ts'
import { type Claim, findProgram, skipped, toVerdict } from './claim.ts'

/** The output of a program once it serves; it is then stopped. */
const isServing = /Hindsight is running at|"msg":"listening"/

export const runDocumentedCommands: Claim = {
  name: 'run-documented-commands',
  async prove(_, { isQuick }) {
    const faults: string[] = []
    const done: string[] = []
    const left: string[] = []
    for (const block of listBlocksToRun('run: prove')) {
      const reason = reasonToSkip(block, isQuick)
      if (reason !== undefined) {
        left.push(`${block.place} (${reason})`)
        continue
      }
      const fault = await (block.text.includes('pg_restore') ? restoreWithOwnTools(block) : runInCopy(block))
      if (fault !== undefined) faults.push(`${block.place}: ${fault}`)
      done.push(block.place)
    }
    const without = left.length > 0 ? `; not run: ${left.join(', ')}` : ''
    const figure = `${done.length - faults.length} of ${done.length} blocks ran${without}`
    return done.length === 0 ? skipped(figure) : toVerdict(figure, faults)
  },
}

const isQuickstart = ({ text }: Block) => text.includes('npm run quickstart')
const isInstallation = (block: Block) => block.text.includes('npm install') || isQuickstart(block)

function reasonToSkip(block: Block, isQuick: boolean): string | undefined {
  if (isInstallation(block) && isQuick) return 'it installs and builds'
  const needsTools = block.text.includes('pg_restore') && !hasPostgres()
  return needsTools ? 'it needs PostgreSQL 15 or later (Debian: postgresql)' : undefined
}

/** Copies what git tracks to a folder, and other paths of the project. */
export function copyProject(folder: string, others: readonly string[]): void {
  const tracked = execFileSync('git', ['ls-files', '-z'], { cwd: projectDir, encoding: 'utf8' }).split('\0')
  for (const path of [...tracked.filter(Boolean), ...others]) {
    cpSync(join(projectDir, path), join(folder, path), {
      recursive: true,
      preserveTimestamps: true,
      verbatimSymlinks: true,
      filter: (file) => !file.startsWith(join(projectDir, '.next', 'cache')),
    })
  }
}

/** Runs a block in a copy of the project: an installation without packages and build, else with both. */
async function runInCopy(block: Block): Promise<string | undefined> {
  return withFolder('documented', async (folder) => {
    const built = ['node_modules', '.next', 'dist', join('lib', 'filter', 'grammar.js')]
    copyProject(folder, isInstallation(block) ? [] : built)
    const fault = await runUntilServing(block, folder)
    return fault ?? (isQuickstart(block) ? describeExcess(folder) : undefined)
  })
}

const cacheFolder = '.npm-cache'

/** Describes the folders that take more of the disk than the quickstart states. */
function describeExcess(folder: string): string | undefined {
  const places = { packages: ['node_modules'], cache: [cacheFolder], build: ['.next', 'dist'], data: ['.data'] }
  const excess = Object.entries(places).flatMap(([name, paths]) => {
    const lines = execFileSync('du', ['-skc', ...paths], { cwd: folder, encoding: 'utf8' })
      .trim()
      .split('\n')
    const bytes = Number.parseInt(lines.at(-1) ?? '', 10) * 1024
    const most = needed[name as keyof typeof needed]
    return bytes <= most ? [] : [`${name} take ${Math.ceil(bytes / 1e6)} MB, expected are ${most / 1e6} MB`]
  })
  return excess.length === 0 ? undefined : excess.join('; ')
}

async function runUntilServing({ text }: Block, cwd: string): Promise<string | undefined> {
  const child = spawn('sh', ['-euc', text], {
    cwd,
    detached: true,
    env: {
      ...withoutNpm(process.env),
      HINDSIGHT_DATA_DIR: join(cwd, '.data'),
      PORT: String(await freePort()),
      // Empty, as on a new machine.
      ...(text.includes('npm run quickstart') && { npm_config_cache: join(cwd, cacheFolder) }),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  let isSeen = false
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (part) => {
      output += part
      if (isSeen || !isServing.test(output)) return
      isSeen = true
      // Like Ctrl+C in a terminal, which reaches every process of the group.
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGINT')
    })
  }
  const [code] = await once(child, 'close')
  if (isSeen) return undefined
  return `it ended with ${code} without serving: ${output.slice(-500)}`
}

/** The environment of a terminal: without npm's variables and without the packages of the project in PATH. */
function withoutNpm(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const path = (env.PATH ?? '').split(delimiter).filter((folder) => !folder.includes('node_modules'))
  const inherited = Object.entries(env).filter(([name]) => !/^(?:npm_|HINDSIGHT_|DATABASE_URL$|NODE_ENV$)/.test(name))
  const all: Record<string, string | undefined> = { ...Object.fromEntries(inherited), PATH: path.join(delimiter) }
  return all as NodeJS.ProcessEnv
}

const secret = 'to-prove-the-documents-0123456789-abcdefghij'

/**
 * Runs the block that backs up and restores with PostgreSQL's own tools, on the demo data of a server that has run, so
 * that its jobs have their tables. Returns the differences afterwards, or undefined.
 */
const restoreWithOwnTools = ({ text }: Block): Promise<string | undefined> =>
  withPostgres(async (maintenance, url) => {
    await executeOn(maintenance, `create database hindsight owner hindsight template template0 encoding 'UTF8'`)
    await withConnection(url, async ({ pool, db }) => {
      await migrateDatabase(pool)
      await seedDemoData(db, new Date())
    })
    await serveOnce(url)
    const before = await countRows(url)
    return withFolder('own-tools', async (cwd) => {
      const env = { ...process.env, DATABASE_URL: url, MAINTENANCE_URL: maintenance }
      const { status, stderr } = spawnSync('sh', ['-euc', text], { cwd, env, encoding: 'utf8' })
      if (status !== 0) return `it ended with ${status}: ${stderr.slice(-500)}`
      const after = await countRows(url)
      if (after !== before) return `the rows differ: ${before} before, ${after} after`
      return serveOnce(url).then(
        () => undefined,
        (error: Error) => `the restored database cannot be served: ${error.message}`,
      )
    })
  })

async function serveOnce(url: string): Promise<void> {
  const server = await startServer({ DATABASE_URL: url, HINDSIGHT_SECRET: secret, HINDSIGHT_JOBS: 'on' })
  const ready = await fetch(`${server.baseUrl}/api/ready`)
  // The tables of jobs are created after the server listens.
  await withConnection(url, ({ pool }) => {
    const count = `select count(*)::int as found from pg_tables where schemaname = 'pgboss'`
    return waitUntil('jobs have tables', async () => (await pool.query(count)).rows[0].found > 5)
  })
  const code = await server.stop()
  if (!ready.ok || code !== 0) throw new Error(`ready ${ready.status}, ended with ${code}`)
}

/** The number of rows of each of our tables, as text. */
const countRows = (url: string): Promise<string> =>
  withConnection(url, async ({ pool }) => {
    const { rows } = await pool.query(`select string_agg(concat(tablename, ' ', (xpath('//n/text()',
        query_to_xml(format('select count(*) as n from %I', tablename), false, true, '')))[1]), ', ' order by tablename) as counts
      from pg_tables where schemaname = 'public' and tablename <> 'service_processes'`)
    return rows[0].counts
  })

/** True if Debian's PostgreSQL is installed, in version 15 or later. */
const hasPostgres = (): boolean =>
  findProgram('pg_virtualenv') !== undefined &&
  readdirSync('/usr/lib/postgresql').some((version) => Number(version) >= 15)

/** Creates the role and prints the superuser's connection until its input ends. */
const script = `psql --quiet -c "create role hindsight login password '$PGPASSWORD'"
echo postgresql://$PGUSER:$PGPASSWORD@$PGHOST:$PGPORT/postgres
cat`

/** Runs Debian's PostgreSQL while `use` runs, with the URLs of its superuser and of the role `hindsight`. */
async function withPostgres<Result>(use: (superuser: string, ordinary: string) => Promise<Result>): Promise<Result> {
  const child = spawn('pg_virtualenv', ['sh', '-euc', script], { stdio: ['pipe', 'pipe', 'inherit'] })
  const ended = once(child, 'exit')
  let output = ''
  child.stdout.on('data', (part) => (output += part))
  try {
    const find = () => /^postgresql:.*$/m.exec(output)?.[0]
    await waitUntil('PostgreSQL serves', () => find() !== undefined || child.exitCode !== null)
    const superuser = find()
    if (superuser === undefined) throw new Error(`pg_virtualenv ended with ${child.exitCode}: ${output}`)
    const url = new URL(superuser)
    Object.assign(url, { username: 'hindsight', pathname: 'hindsight' })
    return await use(superuser, url.href)
  } finally {
    child.stdin.end()
    await ended
  }
}
