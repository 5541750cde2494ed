import { randomBytes } from 'node:crypto'
import { createDatabase } from '#server/platform/db/client.ts'
import { databaseUrl, dropDatabase, executeOn } from '#server/platform/db/databases.ts'
import { databaseErrorCode } from '#server/platform/db/error-code.ts'
import { BackupError } from './backup-error.ts'
import { type RestoreOptions, type RestoreSummary, restoreBackup } from './restore-backup.ts'

/**
 * Restores a backup into a database made for it on the server of `serverUrl` and dropped again, checksums compared:
 * shows that the file restores without touching what is there. Throws what `restoreBackup` throws.
 */
export async function tryRestore(
  serverUrl: string,
  file: string,
  options: Pick<RestoreOptions, 'onProgress'> = {},
): Promise<RestoreSummary> {
  const name = `hindsight_try_${randomBytes(6).toString('hex')}`
  await executeOn(serverUrl, `create database ${name} template template0`).catch(explain)
  try {
    const { pool } = createDatabase(databaseUrl(serverUrl, name), { poolSize: 1 })
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
  if (databaseErrorCode(error) !== '42501') throw error
  throw new BackupError('may_not_create', 'To try a backup, the user of the database must have the right CREATEDB.', {
    cause: error,
  })
}
