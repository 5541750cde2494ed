import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'
import { makeTokens } from '#e2e/support/make-tokens.ts'
import { withOwnDatabase, withServer } from '#e2e/support/own-server.ts'
import { withConnection, withFolder } from '#e2e/support/resources.ts'
import type { ServerProcess } from '#e2e/support/server-process.ts'
import { waitUntil } from '#e2e/support/wait-until.ts'
import type { World } from '#e2e/support/world.ts'
import { allJobs } from '#server/all-jobs.ts'
import { seedDemoData } from '#server/demo/seed.ts'
import { executeOn } from '#server/platform/db/databases.ts'
import { type Claim, findProgram, type Ground, notInstalled, skipped, toVerdict, unless } from './claim.ts'
import { compareServers, get } from './crash/call-server.ts'
import { runCommand } from './interruption/interrupt.ts'
import { type PoolMode, withPgBouncer } from './pgbouncer.ts'
import { conformance, runTests } from './proven-by-tests.ts'

type PoolerVariant = { readonly mode: PoolMode; readonly zone: string }

/** The URL of a database through PgBouncer, and directly with all sessions in UTC. */
type PoolerDatabase = { readonly pooledUrl: string; readonly directUrl: string; readonly tokens: World['tokens'] }

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
/** Milliseconds. */
const statementTimeout = 2_000

export const workBehindPooler: Claim = {
  name: 'work-behind-pooler',
  async prove(ground, { isQuick }) {
    const program = findProgram('pgbouncer')
    if (program === undefined) return skipped(notInstalled('PgBouncer', 'pgbouncer'))
    let passed = 0
    const faults: string[] = []
    const tried = isQuick ? ways.slice(0, 2) : ways
    for (const way of tried) {
      const found = await withPooledDatabase(ground, program, way, async (database) => {
        const suite = runTests({ file: conformance, env: { E2E_DATABASE_URL: database.pooledUrl } })
        passed += suite.passed
        return [...suite.faults, ...(await compareWithDirect(ground, database))]
      })
      faults.push(...found.map((fault) => `${way.mode} mode, ${way.zone}: ${fault}`))
    }
    const figure = `${tried.length} combinations of mode and zone: ${passed} tests passed, ${faults.length} faults`
    return toVerdict(figure, faults, passed > 0)
  },
}

/** A database with the demo data whose sessions use a time zone, behind a PgBouncer in a pool mode. */
const withPooledDatabase = <Result>(
  ground: Ground,
  program: string,
  { mode, zone }: PoolerVariant,
  use: (database: PoolerDatabase) => Promise<Result>,
): Promise<Result> =>
  withOwnDatabase(ground, async (url, db) => {
    const direct = new URL(url)
    await executeOn(ground.databaseUrl, `alter database ${direct.pathname.slice(1)} set timezone = '${zone}'`)
    direct.searchParams.set('options', '-c TimeZone=UTC')
    await seedDemoData(db, new Date())
    return withPgBouncer(program, url, mode, async (pooledUrl) =>
      use({ pooledUrl, directUrl: direct.href, tokens: await makeTokens(db) }),
    )
  })

/** Runs a server through the pooler and one with a direct connection. */
async function compareWithDirect(ground: Ground, database: PoolerDatabase): Promise<string[]> {
  const env = { ...ground.serverEnv, HINDSIGHT_STATEMENT_TIMEOUT: String(statementTimeout) }
  return withServer({ ...env, HINDSIGHT_JOBS: 'on', DATABASE_URL: database.pooledUrl }, (pooled) =>
    withServer({ ...env, HINDSIGHT_JOBS: 'off', DATABASE_URL: database.directUrl }, async (direct) => {
      await awaitSchedules(database)
      return [
        ...(await compareServers([pooled, direct], lists, createHeaders(database.tokens.itsm.read))),
        ...(await endLongStatement(database, pooled)),
        ...(await runCommands(database, pooled)),
        ...pooled.lines.filter((line) => /42P05|26000|prepared statement/.test(line)),
      ]
    }),
  )
}

const createHeaders = (secret: string) => ({ Authorization: `Bearer ${secret}` })

/** Locks a table, so that a statement waits indefinitely. */
async function endLongStatement({ directUrl, tokens }: PoolerDatabase, server: ServerProcess): Promise<string[]> {
  const client = new Client(directUrl)
  await client.connect()
  try {
    await client.query('begin; lock table incidents in access exclusive mode')
    const path = '/api/itsm/v1/incidents?query=priority%20~%20%22long%22'
    const reply = await get(server, path, createHeaders(tokens.itsm.read))
    const waiting = `select count(*)::int as count from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and query like '%incidents%' and now() - query_start > '${3 * statementTimeout} ms'`
    const { rows } = await client.query(waiting)
    return [
      ...unless(reply?.status === 504, `a statement beyond the time limit returned ${reply?.status}`),
      ...unless(rows[0].count === 0, `${rows[0].count} statements beyond the time limit are still running`),
    ]
  } finally {
    await client.query('rollback')
    await client.end()
  }
}

/** A dry run of an import, the import itself and a backup, as commands. */
async function runCommands({ pooledUrl, tokens }: PoolerDatabase, server: ServerProcess): Promise<string[]> {
  return withFolder('pooled', async (folder) => {
    const file = join(folder, 'incidents.csv')
    const rows = Array.from({ length: 1_500 }, (_, n) => `INC-POOLED-${n},2026-03-01T10:00:00Z\n`)
    writeFileSync(file, `number,opened_at\n${rows.join('')}`)
    const commands = [
      { name: 'import', args: ['incidents', file, '--quiet', '--dry-run'] },
      { name: 'import', args: ['incidents', file, '--quiet'] },
      { name: 'backup', args: [join(folder, 'hindsight.backup')] },
    ]
    const faults: string[] = []
    for (const command of commands) {
      const { code } = await runCommand({ ...command, env: { DATABASE_URL: pooledUrl }, isAtWork: async () => true })
      if (code !== 0) faults.push(`the command ${command.name} ended with ${code}`)
    }
    const path = '/api/itsm/v1/incidents?query=number%20~%20%22INC-POOLED%22&limit=1'
    const reply = await get(server, path, createHeaders(tokens.itsm.read))
    const found = reply?.body as { total_count: number; result: { opened_at: string }[] } | undefined
    const openedAt = found?.result[0]?.opened_at
    return [
      ...faults,
      ...unless(found?.total_count === 1_500, `${found?.total_count} of 1,500 imported incidents exist`),
      ...unless(openedAt === '2026-03-01T10:00:00.000Z', `an imported time is ${openedAt}`),
    ]
  })
}

/** Soon after its start the jobs of the server write their schedules to the same database. */
const awaitSchedules = ({ directUrl }: PoolerDatabase): Promise<number> =>
  withConnection(directUrl, ({ pool }) => {
    const count = () => pool.query('select from pgboss.schedule').then(({ rowCount }) => rowCount, Number)
    return waitUntil('the jobs have schedules', async () => (await count()) === allJobs.length)
  })
