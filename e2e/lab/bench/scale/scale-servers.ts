import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, type BrowserContext, chromium } from 'playwright'
import { chromiumLaunchOptions } from '#e2e/chromium.ts'
import { startServer } from '#e2e/server-process.ts'
import { signInWith } from '#e2e/sign-in.ts'
import type { Role } from '#lib/contracts/endpoint.ts'
import { updateAccount } from '#server/platform/auth/account-commands.ts'
import { parentOf, processorTime } from '../process-usage.ts'
import { openScaleDatabases, type ScaleDatabase } from './scale-databases.ts'

/** A production server on a filled database, without background jobs and without a limit of requests. */
export type ScaleServer = ScaleDatabase & {
  readonly baseUrl: string
  /** Milliseconds of processor time that the service and its database have used; 0 without /proc. */
  processorTime(): number
  /** A browser, signed in as the person of a role who has the most work. */
  openAs(role: Role): Promise<BrowserContext>
}

/** The accounts with the most reviews, actions and notifications of their role. */
const busiest: Readonly<Record<Role, number>> = { manager: 1, admin: 2, reviewer: 3, viewer: 4 }

/** Runs `work` with a server for each size, on the databases of `npm run bench:scale`, which are filled once. */
export async function withScaleServers(sizes: readonly number[], work: (servers: ScaleServer[]) => Promise<void>) {
  const { databases, stop } = await openScaleDatabases(sizes, (step) => process.stderr.write(`${step}\n`))
  const dataDir = mkdtempSync(join(tmpdir(), 'hindsight-scale-servers-'))
  const ends: (() => Promise<unknown>)[] = [stop, async () => rmSync(dataDir, { recursive: true, force: true })]
  try {
    const browser = await chromium.launch(await chromiumLaunchOptions())
    ends.unshift(() => browser.close())
    const servers: ScaleServer[] = []
    for (const database of databases) {
      const server = await startServer('production', {
        DATABASE_URL: database.url,
        HINDSIGHT_DATA_DIR: dataDir,
        HINDSIGHT_SECRET: randomUUID() + randomUUID(),
        HINDSIGHT_JOBS: 'off',
        HINDSIGHT_RATE_LIMIT: '1000000',
      })
      ends.unshift(() => server.stop())
      const { baseUrl, child } = server
      const { rows } = await database.pool.query('select pg_backend_pid() as pid')
      const postgres = parentOf(rows[0].pid)
      servers.push({
        ...database,
        baseUrl,
        processorTime: () => processorTime(child.pid ?? 0) + processorTime(postgres),
        openAs: (role) => openAs(browser, database, baseUrl, role),
      })
    }
    await work(servers)
  } finally {
    for (const end of ends) await end()
  }
}

async function openAs(browser: Browser, { db }: ScaleDatabase, baseUrl: string, role: Role): Promise<BrowserContext> {
  const actor = { kind: 'system', id: 'bench', name: 'bench' } as const
  const [number, password] = [busiest[role], randomUUID()]
  const ctx = { db, actor, now: new Date(), requestId: 'bench' }
  await updateAccount(ctx, `acc_${String(number).padStart(8, '0')}`, { password })
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  await signInWith(context.request, baseUrl, { email: `user${number}@hindsight.example`, password })
  return context
}
