import { randomBytes } from 'node:crypto'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Pool } from 'pg'
import type { TestProject } from 'vitest/node'
import { databaseUrl, executeOn } from './databases.ts'
import { startEmbeddedPostgres } from './embedded/start.ts'
import { migrateDatabase } from './migrate.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The server that tests make their databases on, and the migrated database that they are copies of. */
    testDatabase: { readonly serverUrl: string; readonly template: string }
  }
}

/** Before all tests: a server (`TEST_DATABASE_URL`, else an embedded one of its own) with one migrated template. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await provideServer()
  const template = `hindsight_template_${randomBytes(6).toString('hex')}`
  await executeOn(server.url, `create database ${template} template template0 encoding 'UTF8'`)
  const pool = new Pool({ connectionString: databaseUrl(server.url, template), max: 1 })
  await migrateDatabase(pool)
  await pool.end()
  project.provide('testDatabase', { serverUrl: server.url, template })
  return async () => {
    await executeOn(server.url, `drop database ${template}`)
    await server.stop()
  }
}

async function provideServer(): Promise<{ url: string; stop(): Promise<void> }> {
  const given = process.env.TEST_DATABASE_URL
  if (given) return { url: given, stop: async () => {} }
  const dataDir = mkdtempSync(join(tmpdir(), 'hindsight-tests-'))
  chmodSync(dataDir, 0o755)
  const server = await startEmbeddedPostgres({ dataDir, isDurable: false })
  return {
    url: server.url,
    async stop() {
      await server.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
