import { randomUUID } from 'node:crypto'
import { createReadStream, mkdtempSync, rmSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { finished } from 'node:stream/promises'
import type { Pool } from 'pg'
import type { BrowserContext } from 'playwright'
import { launchChromium } from '#e2e/chromium.ts'
import { startServer } from '#e2e/server-process.ts'
import { signInWith } from '#e2e/sign-in.ts'
import type { Role } from '#lib/contracts/endpoint.ts'
import { updateAccount } from '#server/platform/auth/account-commands.ts'
import { createDatabase } from '#server/platform/db/client.ts'
import { databaseUrl, executeOn } from '#server/platform/db/databases.ts'
import { startEmbeddedPostgres } from '#server/platform/db/embedded/start.ts'
import { migrateDatabase } from '#server/platform/db/migrate.ts'
import { parentOf, processorTime } from '../process-usage.ts'
import { fillScale } from './fill-scale.ts'

/** A production server on a filled database, without background jobs and without a limit of requests. */
export type ScaleServer = {
  readonly baseUrl: string
  readonly pool: Pool
  /** Milliseconds of processor time that the service and its database have used; 0 without /proc. */
  processorTime(): number
  /** A browser, signed in as the person of a role who has the most work. */
  openAs(role: Role): Promise<BrowserContext>
}

/** The accounts with the most reviews, actions and notifications of their role. */
const busiest: Readonly<Record<Role, number>> = { manager: 1, admin: 2, reviewer: 3, viewer: 4, auditor: 4 }

/** The folder of the embedded server with the filled databases, so that the next run need not fill them again. */
const scaleDir = join(tmpdir(), 'hindsight-scale')
const report = (step: string) => process.stderr.write(`${step}\n`)

/** Runs `work` with a server on the database of a size. */
export async function withScaleServer(size: number, work: (server: ScaleServer) => Promise<void>): Promise<void> {
  const started = new AsyncDisposableStack()
  try {
    const postgres = await startEmbeddedPostgres({ dataDir: scaleDir })
    started.defer(async () => void (await postgres.stop()))
    const url = await fillOnce(postgres.url, size)
    const { db, pool } = createDatabase(url, { poolSize: 4, statementTimeout: 60_000 })
    started.defer(() => pool.end())
    // A migration may have rewritten whole tables; without this, autovacuum would work while pages are measured.
    if ((await migrateDatabase(pool)).length > 0) await executeOn(url, 'vacuum analyze')
    await readThrough(scaleDir)

    const dataDir = mkdtempSync(join(tmpdir(), 'hindsight-scale-server-'))
    started.defer(() => rmSync(dataDir, { recursive: true, force: true }))
    const { baseUrl, child, stop } = await startServer('production', {
      DATABASE_URL: url,
      HINDSIGHT_DATA_DIR: dataDir,
      HINDSIGHT_SECRET: randomUUID() + randomUUID(),
      HINDSIGHT_JOBS: 'off',
      HINDSIGHT_RATE_LIMIT: '1000000',
    })
    started.defer(async () => void (await stop()))
    const browser = await launchChromium()
    started.defer(() => browser.close())
    const { rows } = await pool.query('select pg_backend_pid() as pid')
    const database = parentOf(rows[0].pid)
    await work({
      baseUrl,
      pool,
      processorTime: () => processorTime(child.pid ?? 0) + processorTime(database),
      async openAs(role) {
        const [number, password] = [busiest[role], randomUUID()]
        const actor = { kind: 'system', id: 'bench', name: 'bench' } as const
        const ctx = { db, actor, now: new Date(), requestId: 'bench' }
        await updateAccount(ctx, `acc_${String(number).padStart(8, '0')}`, { password })
        const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
        await signInWith(context.request, baseUrl, { email: `user${number}@hindsight.example`, password })
        return context
      },
    })
  } finally {
    await started.disposeAsync()
  }
}

/** The database of a size, filled unless an earlier run did. */
async function fillOnce(serverUrl: string, size: number): Promise<string> {
  const name = `scale_${size}`
  const { pool: maintenance } = createDatabase(serverUrl, { poolSize: 1 })
  const { rowCount } = await maintenance.query('select from pg_database where datname = $1', [name])
  await maintenance.end()
  if (rowCount === 0) {
    const filling = `${name}_filling`
    await executeOn(serverUrl, `drop database if exists ${filling}`)
    await executeOn(serverUrl, `create database ${filling} template template0 encoding 'UTF8'`)
    const { pool } = createDatabase(databaseUrl(serverUrl, filling), { poolSize: 2, statementTimeout: 0 })
    await migrateDatabase(pool)
    await fillScale(pool, size, report)
    await pool.end()
    await executeOn(serverUrl, `alter database ${filling} rename to ${name}`)
  }
  return databaseUrl(serverUrl, name)
}

/** Reads all files once, so that the speed of the disk does not matter. */
async function readThrough(dir: string): Promise<void> {
  for (const entry of await readdir(dir, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const file = createReadStream(join(entry.parentPath, entry.name), { highWaterMark: 1 << 20 })
    await finished(file.resume()).catch(() => {})
  }
}
