import { createReadStream } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { finished } from 'node:stream/promises'
import { Client, type Pool } from 'pg'
import { createDatabase, type Database } from '#server/platform/db/client.ts'
import { databaseUrl, executeOn } from '#server/platform/db/databases.ts'
import { startEmbeddedPostgres } from '#server/platform/db/embedded/start.ts'
import { migrateDatabase } from '#server/platform/db/migrate.ts'
import { fillScale } from './fill-scale.ts'

export type ScaleDatabase = { readonly size: number; readonly url: string; readonly db: Database; readonly pool: Pool }

/** The folder of the embedded server with the filled databases, so that the next run need not fill them again. */
export const scaleDir = (): string => join(tmpdir(), 'hindsight-scale')

/**
 * A database for each size on a separate embedded server, filled unless an earlier run did; newer migrations are
 * applied. `stop` keeps them.
 */
export async function openScaleDatabases(
  sizes: readonly number[],
  report: (step: string) => void,
): Promise<{ databases: ScaleDatabase[]; stop(): Promise<void> }> {
  const server = await startEmbeddedPostgres({ dataDir: scaleDir() })
  const databases: ScaleDatabase[] = []
  const stop = async () => {
    await Promise.all(databases.map(({ pool }) => pool.end()))
    await server.stop()
  }
  try {
    for (const size of sizes) databases.push(await openOne(server.url, size, report))
    await readThrough(scaleDir())
    return { databases, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Reads all files once, so that the speed of the disk does not matter. */
async function readThrough(dir: string): Promise<void> {
  for (const entry of await readdir(dir, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const file = createReadStream(join(entry.parentPath, entry.name), { highWaterMark: 1 << 20 })
    await finished(file.resume()).catch(() => {})
  }
}

async function openOne(serverUrl: string, size: number, report: (step: string) => void) {
  const name = `scale_${size}`
  if (!(await exists(serverUrl, name))) {
    const filling = `${name}_filling`
    await executeOn(serverUrl, `drop database if exists ${filling}`)
    await executeOn(serverUrl, `create database ${filling} template template0 encoding 'UTF8'`)
    const { pool } = createDatabase(databaseUrl(serverUrl, filling), { poolSize: 2, statementTimeout: 0 })
    await migrateDatabase(pool)
    const started = performance.now()
    await fillScale(pool, size, (step) => report(`${size.toLocaleString('en')}: ${step}`))
    await pool.end()
    await executeOn(serverUrl, `alter database ${filling} rename to ${name}`)
    report(`${size.toLocaleString('en')}: filled in ${Math.round((performance.now() - started) / 1000)} s`)
  }
  const url = databaseUrl(serverUrl, name)
  const { db, pool } = createDatabase(url, { poolSize: 4, statementTimeout: 60_000 })
  pool.on('error', () => {})
  // A migration may have rewritten whole tables; without this, autovacuum would work while others are measured.
  if ((await migrateDatabase(pool)).length > 0) await executeOn(url, 'vacuum analyze')
  return { size, url, db, pool }
}

async function exists(serverUrl: string, name: string): Promise<boolean> {
  const client = new Client(serverUrl)
  await client.connect()
  const { rowCount } = await client.query('select from pg_database where datname = $1', [name])
  await client.end()
  return rowCount === 1
}
