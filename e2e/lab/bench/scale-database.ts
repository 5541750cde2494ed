import { spawnSync } from 'node:child_process'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { withConnection } from '#e2e/support/resources.ts'
import { buildDatabaseUrl, executeOn } from '#server/platform/db/databases.ts'
import { startEmbeddedPostgres } from '#server/platform/db/embedded/start.ts'
import { migrateDatabase } from '#server/platform/db/migrate/migrate.ts'
import { fillScale } from './fill-scale.ts'

/** The URL of a database server, and the name and URL of a filled database on it. */
export type ScaleDatabase = { readonly postgresUrl: string; readonly name: string; readonly url: string }

/** The folder of the embedded server with the filled databases, so that the next run need not fill them again. */
const scaleDir = join(tmpdir(), 'hindsight-scale')
const patient = { statementTimeout: 0 }
export const report = (step: string) => process.stderr.write(`${step}\n`)

/** Runs `work` with the filled database of a size. */
export async function withScaleDatabase(size: number, work: (database: ScaleDatabase) => Promise<void>): Promise<void> {
  const postgres = await startEmbeddedPostgres({ dataDir: scaleDir })
  try {
    const name = await fillOnce(postgres.url, size)
    const url = buildDatabaseUrl(postgres.url, name)
    // A migration may have rewritten whole tables; without this, autovacuum would work while pages are measured.
    const applied = await withConnection(url, ({ pool }) => migrateDatabase(pool), patient)
    if (applied.length > 0) await executeOn(url, 'vacuum analyze')
    // All files once, so that the speed of the disk does not matter.
    spawnSync('find', [scaleDir, '-type', 'f', '-exec', 'cat', '{}', '+'], { stdio: ['ignore', 'ignore', 'inherit'] })
    await work({ postgresUrl: postgres.url, name, url })
  } finally {
    await postgres.stop()
  }
}

/** The name of the database of a size, filled unless an earlier run did. */
async function fillOnce(serverUrl: string, size: number): Promise<string> {
  const name = `scale_${size}`
  const { rowCount } = await withConnection(serverUrl, ({ pool }) =>
    pool.query('select from pg_database where datname = $1', [name]),
  )
  if (rowCount === 0) {
    const filling = `${name}_filling`
    await executeOn(serverUrl, `drop database if exists ${filling}`)
    await executeOn(serverUrl, `create database ${filling} template template0 encoding 'UTF8'`)
    await withConnection(
      buildDatabaseUrl(serverUrl, filling),
      async ({ pool }) => {
        await migrateDatabase(pool)
        await fillScale(pool, size, report)
      },
      patient,
    )
    await executeOn(serverUrl, `alter database ${filling} rename to ${name}`)
  }
  return name
}
