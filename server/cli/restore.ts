import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { restoreBackup } from '#server/db/backup/restore-backup.ts'
import { openDatabase } from '#server/db/open.ts'
import { readEnv } from '#server/env.ts'
import { reportRows } from './report-rows.ts'

const usage = `Usage: npm run db:restore -- FILE [--replace]
Brings the data of a backup into an empty database. --replace throws away what the database holds. Stop Hindsight first.`

function readArguments() {
  try {
    const { values, positionals } = parseArgs({ allowPositionals: true, options: { replace: { type: 'boolean' } } })
    const [file, ...more] = positionals
    if (file === undefined || more.length > 0) throw new Error('Give the name of one file.')
    return { file: resolve(process.env.INIT_CWD ?? '.', file), mayReplace: values.replace ?? false }
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n\n${usage}\n`)
    process.exit(2)
  }
}

async function restore({ file, mayReplace }: ReturnType<typeof readArguments>): Promise<void> {
  const database = await openDatabase(readEnv())
  try {
    const { tables, rows, created } = await restoreBackup(database.pool, file, { mayReplace, onProgress: reportRows })
    process.stdout.write(
      `Restored ${rows.toLocaleString('en')} rows of ${tables} tables from the backup of ${created}. All checksums fit.\n`,
    )
  } finally {
    await database.close()
  }
}

const input = readArguments()
try {
  await restore(input)
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\nNothing was restored.\n`)
  process.exitCode = 1
}
