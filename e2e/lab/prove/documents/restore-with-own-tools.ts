import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { findProgram } from '#e2e/lab/prove/claim.ts'
import { withConnection, withFolder } from '#e2e/support/resources.ts'
import { startServer } from '#e2e/support/server-process.ts'
import { waitUntil } from '#e2e/support/wait-until.ts'
import type { Block } from '#server/cli/testing-documents.ts'
import { seedDemoData } from '#server/demo/seed.ts'
import { executeOn } from '#server/platform/db/databases.ts'
import { migrateDatabase } from '#server/platform/db/migrate/migrate.ts'

const secret = 'to-prove-the-documents-0123456789-abcdefghij'

/**
 * Runs the block that backs up and restores with PostgreSQL's own tools, on the demo data of a server that has run, so
 * that its jobs have their tables. Returns the differences afterwards, or undefined.
 */
export const restoreWithOwnTools = ({ text }: Block): Promise<string | undefined> =>
  withPostgres(async (maintenance, url) => {
    await executeOn(maintenance, `create database hindsight owner hindsight template template0 encoding 'UTF8'`)
    await fill(url)
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

const fill = (url: string): Promise<void> =>
  withConnection(url, async ({ pool, db }) => {
    await migrateDatabase(pool)
    await seedDemoData(db, new Date())
  })

async function serveOnce(url: string): Promise<void> {
  const server = await startServer({ DATABASE_URL: url, HINDSIGHT_SECRET: secret, HINDSIGHT_JOBS: 'on' })
  const ready = await fetch(`${server.baseUrl}/api/ready`)
  const jobs = await untilJobsExist(url)
  const code = await server.stop()
  if (!ready.ok || !jobs || code !== 0) throw new Error(`ready ${ready.status}, jobs ${jobs}, ended with ${code}`)
}

/** Waits for the tables of jobs, which are created after the server listens. */
const untilJobsExist = (url: string): Promise<boolean> =>
  withConnection(url, async ({ pool }) => {
    const count = `select count(*)::int as found from pg_tables where schemaname = 'pgboss'`
    return (await waitUntil('jobs have tables', async () => (await pool.query(count)).rows[0].found > 5)) > 0
  })

/** The number of rows of each of our tables, as text. */
const countRows = (url: string): Promise<string> =>
  withConnection(url, async ({ pool }) => {
    const { rows } = await pool.query(`select string_agg(concat(tablename, ' ', (xpath('//n/text()',
        query_to_xml(format('select count(*) as n from %I', tablename), false, true, '')))[1]), ', ' order by tablename) as counts
      from pg_tables where schemaname = 'public' and tablename <> 'service_processes'`)
    return rows[0].counts
  })

/** True if Debian's PostgreSQL is installed, in version 15 or later. */
export const hasPostgres = (): boolean =>
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
