import { randomBytes } from 'node:crypto'
import { createDatabase } from '#server/platform/db/client.ts'
import { buildDatabaseUrl, dropDatabase, executeOn } from '#server/platform/db/databases.ts'
import { findDatabaseErrorCode } from '#server/platform/db/error-code.ts'
import { BackupError } from './backup-error.ts'
import { type RestoreOptions, type RestoreSummary, restoreBackup } from './restore-backup.ts'

/**
 * Restores a backup into a temporary database on the server of `serverUrl` and compares the checksums: shows that the
 * file can be restored without touching existing data. Throws like `restoreBackup`.
 */
export async function tryRestore(
  serverUrl: string,
  file: string,
  options: Pick<RestoreOptions, 'onProgress'> = {},
): Promise<RestoreSummary> {
  const name = `hindsight_try_${randomBytes(6).toString('hex')}`
  await executeOn(serverUrl, `create database ${name} template template0`).catch(explain)
  try {
    const { pool } = createDatabase(buildDatabaseUrl(serverUrl, name), { poolSize: 1, pipeline: false })
    try {
      return await restoreBackup(pool, file, options)
    } finally {
      await pool.end()
    }
  } finally {
    await dropDatabase(serverUrl, name)
  }
}

function explain(error: unknown): never {
  if (findDatabaseErrorCode(error) !== '42501') throw error
  throw new BackupError('may_not_create', 'To test a backup, the user of the database needs the attribute CREATEDB.', {
    cause: error,
  })
}
