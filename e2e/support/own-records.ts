import { createDatabase, type Database } from '#server/platform/db/client.ts'
import { readWorld } from './world.ts'

/** A word that occurs in no other test and no demo record. */
export const ownWord = (): string => `own${Date.now().toString(36)}${Math.random().toString(36).slice(2, 6)}`

/** Inserts records of one test into the database under test. */
export async function withDatabase<Result>(use: (db: Database) => Promise<Result>): Promise<Result> {
  const { db, pool } = createDatabase(readWorld().databaseUrl, { poolSize: 1 })
  try {
    return await use(db)
  } finally {
    await pool.end()
  }
}
