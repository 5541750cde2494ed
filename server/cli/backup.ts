import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { writeBackup } from '#server/db/backup/write-backup.ts'
import { openDatabase } from '#server/db/open.ts'
import { readEnv } from '#server/env.ts'
import { reportRows } from './report-rows.ts'

const usage = `Usage: npm run db:backup -- FILE [--force]
Writes all data to FILE (such as hindsight.backup), compressed. --force replaces a file that is there.`

function readArguments() {
  try {
    const { values, positionals } = parseArgs({ allowPositionals: true, options: { force: { type: 'boolean' } } })
    const [file, ...more] = positionals
    if (file === undefined || more.length > 0) throw new Error('Give the name of one file.')
    return { file: resolve(process.env.INIT_CWD ?? '.', file), mayReplace: values.force ?? false }
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n\n${usage}\n`)
    process.exit(2)
  }
}

async function backUp({ file, mayReplace }: ReturnType<typeof readArguments>): Promise<void> {
  const database = await openDatabase(readEnv())
  try {
    const options = { created: new Date(), mayReplace, onProgress: reportRows }
    const { tables, rows, bytes } = await writeBackup(database.pool, file, options)
    const size = `${(bytes / 1e6).toFixed(1)} MB`
    process.stdout.write(`Backed up ${rows.toLocaleString('en')} rows of ${tables} tables to ${file} (${size}).\n`)
  } finally {
    await database.close()
  }
}

const input = readArguments()
try {
  await backUp(input)
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\nNo backup was made.\n`)
  process.exitCode = 1
}
