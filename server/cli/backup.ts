import { dirname, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { nameOfBackup, removeOldBackups } from '#server/db/backup/backup-series.ts'
import { writeBackup } from '#server/db/backup/write-backup.ts'
import { openDatabase } from '#server/db/open.ts'
import { readEnv } from '#server/env.ts'
import { reportRows } from './report-rows.ts'

const usage = `Usage: npm run db:backup -- FILE [--force]
       npm run db:backup -- --into FOLDER [--keep NUMBER]
Writes all data to FILE (such as hindsight.backup), compressed. --force replaces a file that is there. With --into the
file is named after the time, as hindsight-20260305T021500Z.backup; --keep then removes all but the newest NUMBER.`

const options = { force: { type: 'boolean' }, into: { type: 'string' }, keep: { type: 'string' } } as const

function readArguments() {
  try {
    const { values, positionals } = parseArgs({ allowPositionals: true, options })
    const created = new Date()
    const named = values.into === undefined ? positionals : [join(values.into, nameOfBackup(created)), ...positionals]
    const [file, ...more] = named
    if (file === undefined || more.length > 0) throw new Error('Give the name of one file, or a folder with --into.')
    if (values.keep !== undefined && !(values.into !== undefined && /^[1-9]\d{0,4}$/.test(values.keep))) {
      throw new Error('--keep takes a number from 1 and goes with --into.')
    }
    const keep = values.keep === undefined ? undefined : Number(values.keep)
    return { file: resolve(process.env.INIT_CWD ?? '.', file), mayReplace: values.force ?? false, keep, created }
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n\n${usage}\n`)
    process.exit(2)
  }
}

async function backUp({ file, mayReplace, keep, created }: ReturnType<typeof readArguments>): Promise<void> {
  const database = await openDatabase(readEnv())
  try {
    const settings = { created, mayReplace, onProgress: reportRows }
    const { tables, rows, bytes } = await writeBackup(database.pool, file, settings)
    const size = `${(bytes / 1e6).toFixed(1)} MB`
    process.stdout.write(`Backed up ${rows.toLocaleString('en')} rows of ${tables} tables to ${file} (${size}).\n`)
    const removed = keep === undefined ? [] : removeOldBackups(dirname(file), keep)
    if (removed.length > 0) process.stdout.write(`Removed ${removed.join(', ')}.\n`)
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
