import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { startServer } from '#e2e/server-process.ts'
import type { Block } from '#server/cli/testing-documents.ts'
import { seedDemoData } from '#server/demo/seed.ts'
import { createDatabase } from '#server/platform/db/client.ts'
import { executeOn } from '#server/platform/db/databases.ts'
import { migrateDatabase } from '#server/platform/db/migrate.ts'
import { findPostgresPrograms, withPostgres } from './postgres-cluster.ts'

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
    const folder = mkdtempSync(join(tmpdir(), 'hindsight-own-tools-'))
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
    rmSync(folder, { recursive: true })
    if (status !== 0) return `it ended with ${status}: ${stderr.slice(-500)}`
    const after = await countRows(url)
    if (after !== before) return `the rows differ: ${before} before, ${after} after`
    return serveOnce(url).then(
      () => undefined,
      (error: Error) => `the restored database cannot be served: ${error.message}`,
    )
  })
}

async function fill(url: string): Promise<void> {
  const { db, pool } = createDatabase(url)
  try {
    await migrateDatabase(pool)
    await seedDemoData(db, new Date())
  } finally {
    await pool.end()
  }
}

async function serveOnce(url: string): Promise<void> {
  const server = await startServer('production', { DATABASE_URL: url, HINDSIGHT_SECRET: secret, HINDSIGHT_JOBS: 'on' })
  const ready = await fetch(`${server.baseUrl}/api/ready`)
  const jobs = await untilJobsExist(url)
  const code = await server.stop()
  if (!ready.ok || !jobs || code !== 0) throw new Error(`ready ${ready.status}, jobs ${jobs}, ended with ${code}`)
}

/** The tables of jobs are created after the server listens. */
async function untilJobsExist(url: string): Promise<boolean> {
  const { pool } = createDatabase(url, { poolSize: 1 })
  try {
    for (let tries = 0; tries < 100; tries += 1) {
      const { rows } = await pool.query(
        `select count(*)::int as count, pg_sleep(0.2) from pg_tables where schemaname = 'pgboss'`,
      )
      if (rows[0].count > 5) return true
    }
    return false
  } finally {
    await pool.end()
  }
}

/** The number of rows of each of our tables, as text. */
async function countRows(url: string): Promise<string> {
  const { pool } = createDatabase(url, { poolSize: 1 })
  try {
    const { rows } = await pool.query<{ name: string }>(
      `select quote_ident(tablename) as name from pg_tables
       where schemaname = 'public' and tablename <> 'service_processes' order by 1`,
    )
    const counts: string[] = []
    for (const { name } of rows) {
      const found = await pool.query(`select count(*)::int as count from public.${name}`)
      counts.push(`${name} ${found.rows[0].count}`)
    }
    return counts.join(', ')
  } finally {
    await pool.end()
  }
}
