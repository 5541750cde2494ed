import { randomBytes } from 'node:crypto'
import { createDatabase, type Database } from '#server/platform/db/client.ts'
import { databaseUrl, dropDatabase, executeOn } from '#server/platform/db/databases.ts'
import { migrateDatabase } from '#server/platform/db/migrate.ts'
import { log } from '#server/platform/log/log.ts'
import { setRuntime } from '#server/platform/runtime/runtime.ts'
import { findBreach } from '../four-eyes/find-breach.ts'
import { openWorld } from '../four-eyes/world.ts'
import { provideDatabase } from '../servicenow/connect.ts'
import type { Claim, Ground } from './claim.ts'

/** Histories of one seed. */
const runsOfSeed = 250

export const fourEyes: Claim = {
  name: 'four-eyes',
  claim:
    'whatever six people, tokens, imports, connections and a tracker do, also at the same time, nobody alone ends a review that ever required a signature, and nobody verifies an action in which they took part',
  async prove(ground, { isQuick }) {
    const seeds = Array.from({ length: (isQuick ? 500 : 20_000) / runsOfSeed }, (_, index) => index + 1)
    log.level = 'silent'
    const started = Date.now()
    const faults: string[] = []
    try {
      for (const seed of seeds) {
        const breach = await withDatabase(ground, (db) => searchIn(db, seed))
        if (breach !== null) faults.push(breach)
        const perSecond = (seed * runsOfSeed * 1000) / (Date.now() - started)
        console.error(`  seed ${seed} of ${seeds.length}, ${perSecond.toFixed(1)} histories a second`)
      }
    } finally {
      setRuntime(undefined)
    }
    const histories = (seeds.length * runsOfSeed).toLocaleString('en')
    const found = faults.length === 0 ? 'none breaks the rule' : `${faults.length} seeds break the rule`
    return { figure: `${histories} random histories: ${found}`, isProven: faults.length === 0, faults }
  },
}

async function searchIn(db: Database, seed: number): Promise<string | null> {
  const world = await openWorld(db)
  try {
    return await findBreach(world, { runs: runsOfSeed, seed })
  } finally {
    await world.close()
  }
}

async function withDatabase<Result>(ground: Ground, use: (db: Database) => Promise<Result>): Promise<Result> {
  const name = `hindsight_eyes_${randomBytes(5).toString('hex')}`
  await executeOn(ground.databaseUrl, `create database ${name} template template0`)
  const { db, pool } = createDatabase(databaseUrl(ground.databaseUrl, name), { poolSize: 5 })
  try {
    await migrateDatabase(pool)
    provideDatabase({ db, pool })
    return await use(db)
  } finally {
    await pool.end()
    await dropDatabase(ground.databaseUrl, name)
  }
}
