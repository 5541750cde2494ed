import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { writeImportFile } from '#e2e/lab/bench/import/import-files.ts'
import type { Ground } from '#e2e/lab/prove/claim.ts'
import { withOwnDatabase } from '#e2e/support/own-server.ts'
import { verifyBackup } from '#server/platform/db/backup/read-backup.ts'
import { writeBackup } from '#server/platform/db/backup/write-backup.ts'
import { openPlainPool } from '#server/platform/db/client.ts'
import { isMigrated, migrateDatabase } from '#server/platform/db/migrate/migrate.ts'
import { insertChange } from '#server/reviews/testing.ts'
import { changes } from '#server/schema/changes.ts'
import { auditEvents } from '#server/schema/history.ts'
import { interrupt, isWriting, type Kills, type TestDb, waitUntilQuiet } from './interrupt.ts'

export const interruptMigration = (ground: Ground, times: number): Promise<Kills> =>
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
      async state() {
        await waitUntilQuiet(pool)
        if (await isMigrated(db)) return 'after'
        const { rows } = await pool.query("select count(*)::int as n from pg_tables where schemaname = 'public'")
        if (rows[0].n > 0) return `${rows[0].n} tables`
        await migrateDatabase(pool)
        return (await isMigrated(db)) ? 'before' : 'a database that cannot be migrated'
      },
    }),
  )

const importedRows = 20_000

/** Kills imports into a migrated database; leaves the rows of the last one. */
export async function interruptImport({ db, pool, url }: TestDb, folder: string, times: number): Promise<Kills> {
  const file = join(folder, 'changes.csv')
  await writeImportFile(file, 'changes', 'csv', importedRows)
  return interrupt(times, {
    what: `imports of ${importedRows.toLocaleString('en')} rows`,
    command: {
      name: 'import',
      args: ['changes', file, '--quiet'],
      env: { DATABASE_URL: url },
      isAtWork: () => isWriting(pool),
    },
    async prepare() {
      await pool.query('truncate changes, audit_events cascade')
    },
    async state() {
      await waitUntilQuiet(pool)
      const rows = await db.$count(changes)
      const events = await db.$count(auditEvents, eq(auditEvents.entityType, 'import'))
      if (rows === 0 && events === 0) return 'before'
      return rows === importedRows && events === 1 ? 'after' : `${rows} rows and ${events} events`
    },
  })
}

/** Kills backups of the imported rows: the file under the name of the backup is always complete. */
export async function interruptBackup({ url }: TestDb, folder: string, times: number): Promise<Kills> {
  const file = join(folder, 'whole.backup')
  return interrupt(times, {
    what: 'backups',
    command: {
      name: 'backup',
      args: [file],
      env: { DATABASE_URL: url },
      isAtWork: async ({ pid }) => existsSync(`${file}.${pid}.partial`),
    },
    prepare: async () => rmSync(file, { force: true }),
    async state() {
      if (!existsSync(file)) return 'before'
      const { tables } = await verifyBackup(file)
      const rows = tables.find(({ name }) => name === 'changes')?.rows
      return rows === importedRows ? 'after' : `a backup of ${rows} rows`
    },
  })
}

/** Kills restores over existing data: the database then has the old data or all of the backup. */
export function interruptRestore(
  ground: Ground,
  { db: source }: TestDb,
  folder: string,
  times: number,
): Promise<Kills> {
  const file = join(folder, 'to-restore.backup')
  return withOwnDatabase(ground, async (url, db, pool) => {
    const { pool: plain, close } = openPlainPool(source)
    await writeBackup(plain, file, { created: new Date() }).finally(close)
    return interrupt(times, {
      what: 'restores',
      command: {
        name: 'restore',
        args: [file, '--replace'],
        env: { DATABASE_URL: url },
        isAtWork: () => isWriting(pool),
      },
      async prepare() {
        await pool.query('truncate changes cascade')
        await insertChange(db, 'CHG-BEFORE')
      },
      async state() {
        await waitUntilQuiet(pool)
        const rows = await db.$count(changes)
        if (rows === 1) return 'before'
        return rows === importedRows ? 'after' : `${rows} rows`
      },
    })
  })
}
