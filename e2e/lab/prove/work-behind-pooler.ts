import { chownSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeTokens } from '#e2e/support/make-tokens.ts'
import { withOwnDatabase, withServer } from '#e2e/support/own-server.ts'
import { withFolder, withProgram } from '#e2e/support/resources.ts'
import { freePort, waitUntilAccepted } from '#e2e/support/server-process.ts'
import { seedDemoData } from '#server/demo/seed.ts'
import { executeOn } from '#server/platform/db/databases.ts'
import { type Claim, findProgram, type Ground, notInstalled, skipped, toVerdict } from './claim.ts'
import { compareServers } from './crash/call-server.ts'
import { conformance, runTests } from './proven-by-tests.ts'

type PoolerVariant = { readonly mode: 'session' | 'transaction'; readonly zone: string }

const ways: readonly PoolerVariant[] = [
  { mode: 'transaction', zone: 'Asia/Tokyo' },
  { mode: 'session', zone: 'America/New_York' },
  { mode: 'transaction', zone: 'America/New_York' },
  { mode: 'session', zone: 'Asia/Tokyo' },
]

const lists = [
  '/api/itsm/v1/changes?limit=100',
  '/api/itsm/v1/incidents?limit=100',
  '/api/itsm/v1/improvements?limit=100',
  '/api/itsm/v1/changes?query=planned_start%20%3E%3D%20%222026-03-01T00%3A00%3A00Z%22&sort=planned_start',
]

export const workBehindPooler: Claim = {
  name: 'work-behind-pooler',
  async prove(ground, { isQuick }) {
    const program = findProgram('pgbouncer')
    if (program === undefined) return skipped(notInstalled('PgBouncer', 'pgbouncer'))
    let passed = 0
    const faults: string[] = []
    const tried = isQuick ? ways.slice(0, 2) : ways
    for (const way of tried) {
      const suite = await tryBehindPooler(ground, program, way)
      passed += suite.passed
      faults.push(...suite.faults.map((fault) => `${way.mode} mode, ${way.zone}: ${fault}`))
    }
    const figure = `${tried.length} combinations of mode and zone: ${passed} tests passed, ${faults.length} faults`
    return toVerdict(figure, faults, passed > 0)
  },
}

/**
 * Runs the conformance suite on a database with the demo data whose sessions use a time zone, behind a PgBouncer; then
 * compares a server through the pooler with one that has a direct connection in UTC.
 */
const tryBehindPooler = (ground: Ground, program: string, { mode, zone }: PoolerVariant) =>
  withOwnDatabase(ground, async (url, db) => {
    const direct = new URL(url)
    await executeOn(ground.databaseUrl, `alter database ${direct.pathname.slice(1)} set timezone = '${zone}'`)
    direct.searchParams.set('options', '-c TimeZone=UTC')
    await seedDemoData(db, new Date())
    const { itsm } = await makeTokens(db)
    const env = { ...ground.serverEnv, HINDSIGHT_JOBS: 'off' }
    return withPgBouncer(program, url, mode, async (pooledUrl) => {
      const { passed, faults } = runTests({ file: conformance, env: { E2E_DATABASE_URL: pooledUrl } })
      const differences = await withServer({ ...env, DATABASE_URL: pooledUrl }, (pooled) =>
        withServer({ ...env, DATABASE_URL: direct.href }, async (other) => [
          ...(await compareServers([pooled, other], lists, { Authorization: `Bearer ${itsm.read}` })),
          ...pooled.lines.filter((line) => /42P05|26000|prepared statement/.test(line)),
        ]),
      )
      return { passed, faults: [...faults, ...differences] }
    })
  })

/** Runs a PgBouncer with its default settings for the database of a URL while `use` runs. */
const withPgBouncer = <Result>(
  program: string,
  databaseUrl: string,
  mode: PoolerVariant['mode'],
  use: (url: string) => Promise<Result>,
): Promise<Result> =>
  withFolder('pgbouncer', async (folder) => {
    const url = new URL(databaseUrl)
    const port = await freePort()
    const file = join(folder, 'pgbouncer.ini')
    writeFileSync(file, formatSettings(url, mode, port), { mode: 0o600 })
    const user = findServerUser(url)
    if (user) for (const path of [folder, file]) chownSync(path, user.uid, user.gid)
    const run = async () => {
      await waitUntilAccepted(port)
      Object.assign(url, { search: '', password: '', host: `127.0.0.1:${port}` })
      return use(url.href)
    }
    return withProgram([program, '--quiet', file], run, { stdio: 'ignore', ...user })
  })

/** Fewer connections than clients, so that they share them in transaction mode; else each client has one. */
const poolSizes = { transaction: 6, session: 60 }

function formatSettings(url: URL, mode: PoolerVariant['mode'], port: number): string {
  const target = {
    host: url.searchParams.get('host') ?? url.hostname,
    port: url.searchParams.get('port') ?? (url.port || '5432'),
    user: decodeURIComponent(url.username),
    ...(url.password ? { password: decodeURIComponent(url.password) } : {}),
  }
  const quoted = Object.entries(target).map(([name, value]) => `${name}='${value.replaceAll("'", "''")}'`)
  return `[databases]
* = ${quoted.join(' ')}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = ${mode}
default_pool_size = ${poolSizes[mode]}
max_client_conn = 400
`
}

/** The user of PgBouncer, which does not run as root but must reach the socket of the embedded server. */
function findServerUser(url: URL): { uid: number; gid: number } | undefined {
  if (process.geteuid?.() !== 0) return undefined
  const socketDir = url.searchParams.get('host')
  const { uid, gid } = socketDir?.startsWith('/') ? statSync(socketDir) : { uid: 0, gid: 0 }
  return uid === 0 ? { uid: 65_534, gid: 65_534 } : { uid, gid }
}
