import { execFileSync, spawnSync } from 'node:child_process'
import { chownSync, existsSync, readdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { withConnection, withFolder } from '#e2e/resources.ts'
import { freePort, startServer } from '#e2e/server-process.ts'
import { waitUntil } from '#e2e/wait-until.ts'
import type { Block } from '#server/cli/testing-documents.ts'
import { seedDemoData } from '#server/demo/seed.ts'
import { executeOn } from '#server/platform/db/databases.ts'
import { migrateDatabase } from '#server/platform/db/migrate.ts'

const secret = 'to-prove-the-documents-0123456789-abcdefghij'

/**
 * Runs the block that backs up and restores with PostgreSQL's own tools, on the demo data of a server that has run, so
 * that its jobs have their tables. Returns what differs afterwards, or undefined.
 */
export function restoreWithOwnTools({ text }: Block): Promise<string | undefined> {
  const programs = findPostgresPrograms()
  if (programs === undefined) throw new Error('PostgreSQL is not installed.')
  return withPostgres(programs, async (urlOf) => {
    const url = urlOf('hindsight', 'hindsight')
    const maintenance = urlOf('postgres', 'postgres')
    await executeOn(maintenance, `create database hindsight owner hindsight template template0 encoding 'UTF8'`)
    await fill(url)
    await serveOnce(url)
    const before = await countRows(url)
    return withFolder('own-tools', async (folder) => {
      const { status, stderr } = spawnSync('sh', ['-euc', text], {
        cwd: folder,
        encoding: 'utf8',
        env: {
          ...process.env,
          DATABASE_URL: url,
          MAINTENANCE_URL: maintenance,
          PATH: `${programs}${delimiter}${process.env.PATH}`,
        },
      })
      if (status !== 0) return `it ended with ${status}: ${stderr.slice(-500)}`
      const after = await countRows(url)
      if (after !== before) return `the rows differ: ${before} before, ${after} after`
      return serveOnce(url).then(
        () => undefined,
        (error: Error) => `the restored database cannot be served: ${error.message}`,
      )
    })
  })
}

const fill = (url: string): Promise<void> =>
  withConnection(url, async ({ pool, db }) => {
    await migrateDatabase(pool)
    await seedDemoData(db, new Date())
  })

async function serveOnce(url: string): Promise<void> {
  const server = await startServer('production', { DATABASE_URL: url, HINDSIGHT_SECRET: secret, HINDSIGHT_JOBS: 'on' })
  const ready = await fetch(`${server.baseUrl}/api/ready`)
  const jobs = await untilJobsExist(url)
  const code = await server.stop()
  if (!ready.ok || !jobs || code !== 0) throw new Error(`ready ${ready.status}, jobs ${jobs}, ended with ${code}`)
}

/** The tables of jobs are created after the server listens. */
const untilJobsExist = (url: string): Promise<boolean> =>
  withConnection(url, async ({ pool }) => {
    const count = `select count(*)::int as found from pg_tables where schemaname = 'pgboss'`
    return (await waitUntil('jobs have tables', async () => (await pool.query(count)).rows[0].found > 5)) > 0
  })

/** The number of rows of each of our tables, as text. */
async function countRows(url: string): Promise<string> {
  return withConnection(url, async (database) => {
    const { rows } = await database.pool.query<{ name: string }>(
      `select quote_ident(tablename) as name from pg_tables
     where schemaname = 'public' and tablename <> 'service_processes' order by 1`,
    )
    const counts: string[] = []
    for (const { name } of rows) {
      const found = await database.pool.query(`select count(*)::int as count from public.${name}`)
      counts.push(`${name} ${found.rows[0].count}`)
    }
    return counts.join(', ')
  })
}

const debianFolder = '/usr/lib/postgresql'

/** The programs of Debian's newest PostgreSQL here, of version 15 or later; undefined without one. */
export function findPostgresPrograms(): string | undefined {
  if (!existsSync(debianFolder)) return undefined
  const versions = readdirSync(debianFolder)
    .map(Number)
    .filter((version) => version >= 15)
  const folders = versions
    .sort((one, other) => other - one)
    .map((version) => join(debianFolder, String(version), 'bin'))
  return folders.find((folder) => ['initdb', 'pg_ctl', 'pg_dump'].every((name) => existsSync(join(folder, name))))
}

/** PostgreSQL does not run as root. */
const nobody = process.geteuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}

/**
 * A PostgreSQL server of these programs while `use` runs, on a loopback port, with the superuser `postgres` and the
 * ordinary role `hindsight`. `urlOf` is the address of a database for a role.
 */
async function withPostgres<Result>(
  programs: string,
  use: (urlOf: (role: string, database: string) => string) => Promise<Result>,
): Promise<Result> {
  return withFolder('postgres', async (folder) => {
    if (nobody.uid !== undefined) chownSync(folder, nobody.uid, nobody.gid)
    const data = join(folder, 'data')
    const run = (program: string, ...args: string[]) =>
      execFileSync(join(programs, program), args, { ...nobody, cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] })
    const port = await freePort()
    try {
      run('initdb', '--username=postgres', '--auth=trust', '--encoding=UTF8', '--no-locale', '--no-sync', '-D', data)
      const options = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories= -c fsync=off`
      run('pg_ctl', '-D', data, '-l', join(folder, 'log'), '-o', options, '--wait', 'start')
      run('createuser', '--host=127.0.0.1', `--port=${port}`, '--username=postgres', 'hindsight')
      return await use((role, database) => `postgresql://${role}@127.0.0.1:${port}/${database}`)
    } finally {
      spawnSync(join(programs, 'pg_ctl'), ['-D', data, '--mode=immediate', 'stop'], nobody)
    }
  })
}
