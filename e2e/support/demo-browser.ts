import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from 'playwright'
import { seedDemoData } from '#server/demo/seed.ts'
import { resolveSecrets } from '#server/platform/auth/secret.ts'
import { migrateDatabase } from '#server/platform/db/migrate/migrate.ts'
import { openDatabase } from '#server/platform/db/open.ts'
import { readEnv } from '#server/platform/env.ts'
import { launchChromium } from './chromium.ts'
import { startServer } from './server-process.ts'

/** Runs `work` with a browser and its own server with nothing but demo data. */
export async function withDemoBrowser(work: (browser: Browser, baseUrl: string) => Promise<void>): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'hindsight-demo-'))
  const env = { HINDSIGHT_DATA_DIR: dataDir, HINDSIGHT_DEMO: 'true', HINDSIGHT_RATE_LIMIT: '1000000' }
  const settings = readEnv({ ...process.env, ...env })
  const database = await openDatabase(settings)
  try {
    await migrateDatabase(database.pool)
    await seedDemoData(database.db, new Date(), resolveSecrets(settings, dataDir).secret)
    const server = await startServer(env)
    try {
      const browser = await launchChromium()
      await work(browser, server.baseUrl).finally(() => browser.close())
    } finally {
      await server.stop()
    }
  } finally {
    await database.close()
    rmSync(dataDir, { recursive: true, force: true })
  }
}
