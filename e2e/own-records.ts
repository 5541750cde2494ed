import { createDatabase, type Database } from '#server/db/client.ts'
import { recountLists } from '#server/db/count-lists.ts'
import { recordListWrite } from '#server/db/list-version.ts'
import { listNames } from '#server/db/schema/lists.ts'
import type { World } from './world.ts'

/** A word that no other test and no demo record holds. */
export const ownWord = (): string => `own${Date.now().toString(36)}${Math.random().toString(36).slice(2, 6)}`

/** Puts records of its own into the database under test. */
export async function withDatabase<Result>(world: World, use: (db: Database) => Promise<Result>): Promise<Result> {
  const { db, pool } = createDatabase(world.databaseUrl, { poolSize: 1 })
  try {
    const result = await use(db)
    await tellOfWrites(db)
    return result
  } finally {
    await pool.end()
  }
}

/** What is written past the commands does not say so by itself. */
async function tellOfWrites(db: Database): Promise<void> {
  for (const list of listNames) await recordListWrite(db, list)
  await recountLists(db)
}
