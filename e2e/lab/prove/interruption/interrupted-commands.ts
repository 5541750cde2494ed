import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { withOwnDatabase } from '#e2e/own-server.ts'
import { verifyBackup } from '#server/platform/db/backup/read-backup.ts'
import { writeBackup } from '#server/platform/db/backup/write-backup.ts'
import { openPlainPool } from '#server/platform/db/client.ts'
import { isMigrated, migrateDatabase } from '#server/platform/db/migrate.ts'
import { insertChange } from '#server/reviews/testing.ts'
import { auditEvents } from '#server/schema/access.ts'
import { changes } from '#server/schema/changes.ts'
import type { Ground } from '../claim.ts'
import { type Found, interrupt, isWriting, type Target, waitUntilQuiet } from './interrupt.ts'

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

const importedRows = 20_000

/** Kills imports into a migrated database; leaves the rows of the last one. */
export function interruptImport({ db, pool, url }: Target, folder: string, times: number): Promise<Found> {
  const file = join(folder, 'changes.csv')
  writeFileSync(file, changesFile())
  const count = async () => ({
    rows: await db.$count(changes),
    events: await db.$count(auditEvents, eq(auditEvents.entityType, 'import')),
  })
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
    async check() {
      await waitUntilQuiet(pool)
      const { rows, events } = await count()
      const isNothing = rows === 0 && events === 0
      const isAll = rows === importedRows && events === 1
      return isNothing || isAll ? [] : [`a killed import left ${rows} rows and ${events} events`]
    },
    async checkWhole() {
      const { rows, events } = await count()
      return rows === importedRows && events === 1 ? [] : [`an import left ${rows} rows and ${events} events`]
    },
  })
}

function changesFile(): string {
  const lines = ['number,title,state,type,risk,affected_services,created_at,updated_at']
  for (let n = 0; n < importedRows; n += 1) {
    lines.push(`CHG${n},Change ${n},closed,normal,low,svc-${n % 100},2026-02-17T09:12:00.000Z,2026-03-01T03:00:00.000Z`)
  }
  return lines.join('\n')
}

/** Kills backups of the imported rows: the file under the name of the backup is always complete. */
export async function interruptBackup({ url }: Target, folder: string, times: number): Promise<Found> {
  const file = join(folder, 'whole.backup')
  const faultsOf = () =>
    verifyBackup(file).then(
      ({ tables }) => {
        const rows = tables.find(({ name }) => name === 'changes')?.rows
        return rows === importedRows ? [] : [`a backup contains ${rows} rows of ${importedRows}`]
      },
      (error) => [`a backup cannot be read: ${error instanceof Error ? error.message : error}`],
    )
  return interrupt(times, {
    what: 'backups',
    command: {
      name: 'backup',
      args: [file],
      env: { DATABASE_URL: url },
      isAtWork: async ({ pid }) => existsSync(`${file}.${pid}.partial`),
    },
    prepare: async () => rmSync(file, { force: true }),
    check: async () => (existsSync(file) ? faultsOf() : []),
    checkWhole: faultsOf,
  })
}

/** Kills restores over existing data: the database then has the old data or all of the backup. */
export function interruptRestore(
  ground: Ground,
  { db: source }: Target,
  folder: string,
  times: number,
): Promise<Found> {
  const file = join(folder, 'to-restore.backup')
  return withOwnDatabase(ground, async (url, db, pool) => {
    const { pool: plain, close } = openPlainPool(source)
    await writeBackup(plain, file, { created: new Date() }).finally(close)
    const count = () => db.$count(changes)
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
      async check() {
        await waitUntilQuiet(pool)
        const rows = await count()
        return rows === 1 || rows === importedRows ? [] : [`a killed restore left ${rows} rows`]
      },
      async checkWhole() {
        const rows = await count()
        return rows === importedRows ? [] : [`a restore restored ${rows} rows of ${importedRows}`]
      },
    })
  })
}
