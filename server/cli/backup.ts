import { readdirSync, rmSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { tryRestore } from '#server/platform/db/backup/restore-backup.ts'
import { writeBackup } from '#server/platform/db/backup/write-backup.ts'
import { openPlainPool } from '#server/platform/db/client.ts'
import { answerHelp } from './answer-help.mjs'
import { confirmOption, printRows, readOrExit, runCommand, withDatabase } from './open-for-command.ts'

const usage = `Usage: npm run db:backup -- FILE [--force] [--try]
       npm run db:backup -- --into FOLDER [--keep NUMBER] [--try]
Writes all data to FILE (such as hindsight.backup), compressed. --force replaces an existing file. With --into the file
is named after the time, such as hindsight-20260305T021500Z.backup; --keep removes all but the newest NUMBER files.
--try restores the file into a temporary database before any file is removed.`
answerHelp(usage)

const options = {
  force: { type: 'boolean', default: false },
  into: { type: 'string' },
  keep: { type: 'string' },
  try: { type: 'boolean' },
  ...confirmOption,
} as const

const created = new Date()

const { file, keep, ...values } = readOrExit(usage, () => {
  const { values, positionals } = parseArgs({ allowPositionals: true, options })
  const { into, keep } = values
  const name = `hindsight-${created.toISOString().replace(/[-:]|\.\d+/g, '')}.backup`
  const [file, ...more] = into === undefined ? positionals : [join(into, name), ...positionals]
  if (file === undefined || more.length > 0) throw new Error('Name one file, or a folder with --into.')
  if (keep !== undefined && !(into !== undefined && /^[1-9]\d{0,4}$/.test(keep))) {
    throw new Error('--keep takes a number from 1 and needs --into.')
  }
  return { ...values, file: resolve(process.env.INIT_CWD ?? '.', file) }
})

/** Removes the oldest backups of the folder, ignoring other files. Their names sort by age. */
function removeOld(count: number): void {
  const backups = readdirSync(dirname(file)).filter((name) => /^hindsight-\d{8}T\d{6}Z\.backup$/.test(name))
  const old = backups.toSorted().slice(0, Math.max(0, backups.length - count))
  for (const name of old) rmSync(join(dirname(file), name))
  if (old.length > 0) process.stdout.write(`Removed ${old.join(', ')}.\n`)
}

let state = 'No backup was written.\n'
await runCommand(
  () =>
    withDatabase(values.yes, async ({ db, url }) => {
      await mkdir(dirname(file), { recursive: true, mode: 0o700 })
      const { pool, close } = openPlainPool(db)
      const written = { created, mayReplace: values.force, onProgress: printRows }
      const { tables, rows, bytes } = await writeBackup(pool, file, written).finally(close)
      const size = `${(bytes / 1e6).toFixed(1)} MB`
      process.stdout.write(`Backed up ${rows.toLocaleString('en')} rows of ${tables} tables to ${file} (${size}).\n`)
      state = 'The backup was written, but the restore was not tried successfully. No older file was removed.\n'
      if (values.try) {
        await tryRestore(url, file)
        process.stdout.write('Tried: it restores, and all checksums match.\n')
      }
      state = 'The backup was written, but older files were not removed.\n'
      if (keep !== undefined) removeOld(Number(keep))
    }),
  () => state,
)
