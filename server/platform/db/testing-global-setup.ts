import { randomBytes } from 'node:crypto'
import { chmodSync, rmSync } from 'node:fs'
import { Pool } from 'pg'
import type { TestProject } from 'vitest/node'
import { onStopRequest } from '#server/platform/process/stop-requests.ts'
import { buildDatabaseUrl, executeOn } from './databases.ts'
import { listPostgresProcesses, sendSignal } from './embedded/processes.ts'
import { startEmbeddedPostgres } from './embedded/start.ts'
import { stateFolders } from './embedded/state-folders.ts'
import { migrateDatabase } from './migrate/migrate.ts'
import { makeDatabaseFolder } from './testing-folder.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The server of test databases, and the migrated database that they are copies of. */
    testDatabase: { readonly serverUrl: string; readonly template: string }
  }
}

/** Before all tests, provides a server (`TEST_DATABASE_URL`, else an embedded one) with one migrated template. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await provideServer()
  const template = `hindsight_template_${randomBytes(6).toString('hex')}`
  await executeOn(server.url, `create database ${template} template template0 encoding 'UTF8'`)
  const pool = new Pool({ connectionString: buildDatabaseUrl(server.url, template), max: 1 })
  await migrateDatabase(pool)
  await pool.end()
  project.provide('testDatabase', { serverUrl: server.url, template })
  return async () => {
    await executeOn(server.url, `drop database ${template}`)
    await server.stop()
  }
}

async function provideServer(): Promise<{ url: string; stop(): Promise<void> }> {
  const configuredUrl = process.env.TEST_DATABASE_URL
  if (configuredUrl) return { url: configuredUrl, stop: async () => {} }
  const dataDir = makeDatabaseFolder('hindsight-tests-')
  chmodSync(dataDir, 0o755)
  const server = await startEmbeddedPostgres({ dataDir, isDurable: false })
  // vitest ends at once on a signal, without tearing down the setup.
  const stopAtOnce = () => {
    for (const pid of listPostgresProcesses(stateFolders(dataDir).data)) sendSignal(pid, 'SIGKILL')
    rmSync(dataDir, { recursive: true, force: true })
  }
  process.once('exit', stopAtOnce)
  onStopRequest(() => process.exit(130))
  return {
    url: server.url,
    async stop() {
      process.off('exit', stopAtOnce)
      await server.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
