import { parentPort, workerData } from 'node:worker_threads'
import { createDatabase } from '#server/platform/db/client.ts'
import { migrateDatabase } from '#server/platform/db/migrate.ts'
import { log } from '#server/platform/log/log.ts'
import { provideDatabase } from '../servicenow/connect.ts'
import { findBreach } from './play.ts'
import { openWorld } from './world.ts'

/** What a thread searches, in an empty database of its own. */
export type SeedSearch = { readonly databaseUrl: string; readonly seeds: readonly number[]; readonly runs: number }

/** What a thread posts after each seed. */
export type SearchedSeed = { readonly seed: number; readonly breach: string | null }

const { databaseUrl, seeds, runs } = workerData as SeedSearch
log.level = 'silent'
const { db, pool } = createDatabase(databaseUrl, { poolSize: 5, pipeline: true })
await migrateDatabase(pool)
provideDatabase({ db, pool })
const world = await openWorld(db)
for (const seed of seeds) {
  const breach = await findBreach(world, { runs, seed })
  parentPort?.postMessage({ seed, breach } satisfies SearchedSeed)
}
await pool.end()
