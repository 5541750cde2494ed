import { randomBytes } from 'node:crypto'
import { makeTokens } from '#e2e/make-tokens.ts'
import type { World } from '#e2e/world.ts'
import { seedDemoData } from '#server/demo/seed.ts'
import { createDatabase } from '#server/platform/db/client.ts'
import { databaseUrl, dropDatabase, executeOn } from '#server/platform/db/databases.ts'
import { migrateDatabase } from '#server/platform/db/migrate.ts'
import type { Ground } from '../claim.ts'
import { type PoolMode, startPgBouncer } from './pgbouncer.ts'

export type PooledDatabase = {
  /** Through PgBouncer. */
  readonly pooledUrl: string
  /** Directly to the server, with all sessions in UTC. */
  readonly directUrl: string
  readonly tokens: World['tokens']
}

/** A database with the demo data whose sessions use a time zone, behind a PgBouncer in a pool mode. */
export async function withPooledDatabase<Result>(
  ground: Ground,
  { program, mode, zone }: { readonly program: string; readonly mode: PoolMode; readonly zone: string },
  use: (database: PooledDatabase) => Promise<Result>,
): Promise<Result> {
  const name = `hindsight_pooled_${randomBytes(5).toString('hex')}`
  await executeOn(ground.databaseUrl, `create database ${name} template template0 encoding 'UTF8'`)
  await executeOn(ground.databaseUrl, `alter database ${name} set timezone = '${zone}'`)
  const url = databaseUrl(ground.databaseUrl, name)
  const pooler = await startPgBouncer(program, url, mode)
  try {
    const { db, pool } = createDatabase(pooler.url, { poolSize: 4 })
    try {
      await migrateDatabase(pool)
      await seedDemoData(db, new Date())
      return await use({ pooledUrl: pooler.url, directUrl: inUtc(url), tokens: await makeTokens(db) })
    } finally {
      await pool.end()
    }
  } finally {
    await pooler.stop()
    await dropDatabase(ground.databaseUrl, name)
  }
}

function inUtc(databaseUrl: string): string {
  const url = new URL(databaseUrl)
  url.searchParams.set('options', '-c TimeZone=UTC')
  return url.href
}
