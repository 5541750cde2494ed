import { mkdir } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { formatBackupName, removeOldBackups } from '#server/platform/db/backup/backup-series.ts'
import { tryRestore } from '#server/platform/db/backup/try-restore.ts'
import { writeBackup } from '#server/platform/db/backup/write-backup.ts'
import { openPlainPool } from '#server/platform/db/client.ts'
import type { OpenDatabase } from '#server/platform/db/open.ts'
import { describeError } from '#server/platform/describe-error.ts'
import { answerHelp } from './answer-help.mjs'
import { confirmOption, openForCommand } from './open-for-command.ts'
import { printRows } from './report-rows.ts'

const usage = `Usage: npm run db:backup -- FILE [--force] [--try]
       npm run db:backup -- --into FOLDER [--keep NUMBER] [--try]
Writes all data to FILE (such as hindsight.backup), compressed. --force replaces an existing file. With --into the file
is named after the time, such as hindsight-20260305T021500Z.backup; --keep removes all but the newest NUMBER files.
--try restores the file into a temporary database before any file is removed.`
answerHelp(usage)

const options = {
  force: { type: 'boolean' },
  into: { type: 'string' },
  keep: { type: 'string' },
  try: { type: 'boolean' },
  ...confirmOption,
} as const

function readArguments() {
  try {
    const { values, positionals } = parseArgs({ allowPositionals: true, options })
    const created = new Date()
    const files =
      values.into === undefined ? positionals : [join(values.into, formatBackupName(created)), ...positionals]
    const [file, ...more] = files
    if (file === undefined || more.length > 0) throw new Error('Name one file, or a folder with --into.')
    if (values.keep !== undefined && !(values.into !== undefined && /^[1-9]\d{0,4}$/.test(values.keep))) {
      throw new Error('--keep takes a number from 1 and needs --into.')
    }
    const { force: mayReplace = false, try: isTried = false, keep, yes: isConfirmed } = values
    return { file: resolve(process.env.INIT_CWD ?? '.', file), created, mayReplace, isTried, keep, isConfirmed }
  } catch (error) {
    process.stderr.write(`${describeError(error)}\n\n${usage}\n`)
    process.exit(2)
  }
}

type BackupArguments = ReturnType<typeof readArguments>

async function backUp({ db }: OpenDatabase, { file, created, mayReplace }: BackupArguments): Promise<void> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  const { pool, close } = openPlainPool(db)
  const { tables, rows, bytes } = await writeBackup(pool, file, {
    created,
    mayReplace,
    onProgress: printRows,
  }).finally(close)
  const size = `${(bytes / 1e6).toFixed(1)} MB`
  process.stdout.write(`Backed up ${rows.toLocaleString('en')} rows of ${tables} tables to ${file} (${size}).\n`)
}

async function tryBackup({ url }: OpenDatabase, { file }: BackupArguments): Promise<void> {
  await tryRestore(url, file)
  process.stdout.write('Tried: it restores, and all checksums match.\n')
}

function removeOld({ file, keep }: BackupArguments): void {
  if (keep === undefined) return
  const removed = removeOldBackups(dirname(file), Number(keep))
  if (removed.length > 0) process.stdout.write(`Removed ${removed.join(', ')}.\n`)
}

async function run(input: BackupArguments): Promise<void> {
  let state = 'No backup was written.'
  try {
    const database = await openForCommand(input.isConfirmed)
    try {
      await backUp(database, input)
      state = 'The backup was written, but the restore was not tried successfully. No older file was removed.'
      if (input.isTried) await tryBackup(database, input)
      state = 'The backup was written, but older files were not removed.'
      removeOld(input)
    } finally {
      await database.close()
    }
  } catch (error) {
    process.stderr.write(`${describeError(error)}\n${state}\n`)
    process.exitCode = 1
  }
}

await run(readArguments())
