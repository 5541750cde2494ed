import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import '#server/platform/db/testing-warnings.ts'
import { seedDemoData } from '#server/demo/seed.ts'
import { resolveSecrets } from '#server/platform/auth/secret.ts'
import { createDatabase, type PooledDatabase } from '#server/platform/db/client.ts'
import { buildDatabaseUrl, dropDatabase, executeOn } from '#server/platform/db/databases.ts'
import { startEmbeddedPostgres } from '#server/platform/db/embedded/start.ts'
import { migrateDatabase } from '#server/platform/db/migrate/migrate.ts'
import { openDatabase } from '#server/platform/db/open.ts'
import { makeDatabaseFolder } from '#server/platform/db/testing-folder.ts'
import { readEnv } from '#server/platform/env.ts'
import { onStopRequest } from '#server/platform/process/stop-requests.ts'
import { makeTokens } from './make-tokens.ts'
import { findLeaks, recordSecrets, recordSecretsIn } from './recorded-secrets.ts'
import { startRoundRobin } from './round-robin.ts'
import { type ServerProcess, startServer } from './server-process.ts'
import type { World } from './world.ts'

/** Starts the production entry; two processes behind one URL if `E2E_PROCESSES` is 2. */
async function startProduction(env: Record<string, string>): Promise<Pick<ServerProcess, 'baseUrl' | 'stop'>> {
  if (process.env.E2E_PROCESSES !== '2') return startServer(env)
  const both = [await startServer(env), await startServer(env)]
  const proxy = await startRoundRobin(both.map(({ baseUrl }) => baseUrl))
  return {
    baseUrl: proxy.baseUrl,
    async stop() {
      await proxy.close()
      const [code = null] = await Promise.all(both.map((server) => server.stop()))
      return code
    },
  }
}

async function fill({ db, pool }: PooledDatabase, secret: string): Promise<void> {
  await migrateDatabase(pool)
  await seedDemoData(db, new Date(), secret)
}

/** Creates a database with the demo data on the server of `url`, and returns its name. */
async function createDemoTemplate(url: string, secret: string): Promise<string> {
  const name = `hindsight_demo_${randomBytes(5).toString('hex')}`
  await executeOn(url, `create database ${name} template template0`)
  const template = createDatabase(buildDatabaseUrl(url, name), { poolSize: 2 })
  await fill(template, secret)
  await template.pool.end()
  return name
}

/**
 * Before all tests: one database with the demo data (`E2E_DATABASE_URL`, else an embedded one), the production entry
 * on it, and a token of every system and scope. Afterwards it fails if a server logged a secret.
 */
export default async function startServers(): Promise<() => Promise<void>> {
  const dataDir = makeDatabaseFolder('hindsight-e2e-')
  const recordedFolder = mkdtempSync(join(tmpdir(), 'hindsight-secrets-'))
  recordSecretsIn(recordedFolder)
  const given = process.env.E2E_DATABASE_URL
  const serverEnv: Record<string, string> = {
    HINDSIGHT_DATA_DIR: dataDir,
    HINDSIGHT_DEMO: 'true',
    // Jobs would write while tests read; tests run jobs themselves.
    HINDSIGHT_JOBS: 'off',
    HINDSIGHT_RATE_LIMIT: '1000000',
    HINDSIGHT_SIGN_IN_LIMIT: '1000',
    // Set even if empty: otherwise Next reads it from `.env`.
    DATABASE_URL: given ?? '',
  }
  // The servers join it. No test ends with the machine, so that none waits for the disk.
  const postgres = given ? undefined : await startEmbeddedPostgres({ dataDir, isDurable: false })
  const env = readEnv({ ...process.env, ...serverEnv })
  const database = await openDatabase(env)
  const { secret } = resolveSecrets(env, dataDir)
  const [demoTemplate] = await Promise.all([createDemoTemplate(database.url, secret), fill(database, secret)])
  const tokens = await makeTokens(database.db)
  const server = await startProduction(serverEnv)
  const world: World = {
    production: server.baseUrl,
    databaseUrl: database.url,
    demoTemplate,
    dataDir,
    serverEnv,
    tokens,
  }
  process.env.HINDSIGHT_E2E = JSON.stringify(world)
  const stop = async () => {
    await server.stop()
    await dropDatabase(database.url, demoTemplate)
    await database.close()
    await postgres?.stop()
    recordSecrets(readFileSync(join(dataDir, 'session-secret'), 'utf8'))
    const leaks = findLeaks(recordedFolder)
    rmSync(recordedFolder, { recursive: true, force: true })
    rmSync(dataDir, { recursive: true, force: true })
    if (leaks.length > 0) throw new Error(`The logs of the servers contain secrets:\n${leaks.join('\n')}`)
  }
  // Playwright shuts down cleanly only on SIGINT.
  onStopRequest((reason) => reason === 'SIGINT' || stop().finally(() => process.exit(143)))
  return stop
}
