import { withOwnDatabase } from '#e2e/own-server.ts'
import { isMigrated, migrateDatabase } from '#server/platform/db/migrate.ts'
import type { Ground } from '../claim.ts'
import { type Found, interrupt } from './interrupt.ts'
import { isWriting, waitUntilQuiet } from './sessions.ts'

export const interruptMigration = (ground: Ground, times: number): Promise<Found> =>
  withOwnDatabase(ground, (url, db, pool) =>
    interrupt(times, {
      what: 'migrations',
      command: {
        name: 'migrate',
        args: [],
        env: { ...ground.serverEnv, DATABASE_URL: url },
        isAtWork: () => isWriting(pool),
      },
      async prepare() {
        await pool.query('drop schema if exists drizzle cascade; drop schema public cascade; create schema public')
      },
      async check() {
        await waitUntilQuiet(pool)
        const { rows } = await pool.query("select count(*)::int as n from pg_tables where schemaname = 'public'")
        const isWhole = await isMigrated(db)
        const left = !isWhole && rows[0].n > 0 ? [`a killed migration left ${rows[0].n} tables`] : []
        await migrateDatabase(pool)
        return (await isMigrated(db)) ? left : [...left, 'a killed migration could not be run again']
      },
      checkWhole: async () => ((await isMigrated(db)) ? [] : ['a migration did not change the database']),
    }),
  )
