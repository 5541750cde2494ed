import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { withOwnDatabase } from '#e2e/own-server.ts'
import { verifyBackup } from '#server/platform/db/backup/read-backup.ts'
import { writeBackup } from '#server/platform/db/backup/write-backup.ts'
import { openPlainPool } from '#server/platform/db/client.ts'
import { insertChange } from '#server/reviews/testing.ts'
import { changes } from '#server/schema/changes.ts'
import type { Ground } from '../claim.ts'
import { importedRows } from './import.ts'
import { type Found, interrupt, type Target } from './interrupt.ts'
import { isWriting, waitUntilQuiet } from './sessions.ts'

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
