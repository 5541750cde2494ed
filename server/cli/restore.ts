import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { restoreBackup } from '#server/platform/db/backup/restore-backup.ts'
import { tryRestore } from '#server/platform/db/backup/try-restore.ts'
import { openPlainPool, type Queryable } from '#server/platform/db/client.ts'
import type { OpenDatabase } from '#server/platform/db/open.ts'
import { describeError } from '#server/platform/describe-error.ts'
import { listOthersRunning } from '#server/platform/runtime/running-processes.ts'
import { answerHelp } from './answer-help.mjs'
import { confirmOption, confirmUsage, openForCommand } from './open-for-command.ts'
import { printRows } from './report-rows.ts'

const usage = `Usage: npm run db:restore -- FILE [--replace | --try]
Restores a backup into an empty database. --replace deletes what the database contains. Stop Hindsight first.
--try restores into a temporary database on the same server; Hindsight may keep running.
${confirmUsage}`
answerHelp(usage)

const restoredCopy = `A process that serves this database sends the mail, the webhooks and the writes to connected systems that wait in it.
If it is a copy beside the original, start it with HINDSIGHT_JOBS=off.`

const options = { replace: { type: 'boolean' }, try: { type: 'boolean' }, ...confirmOption } as const

function readArguments() {
  try {
    const { values, positionals } = parseArgs({ allowPositionals: true, options })
    const [file, ...more] = positionals
    if (file === undefined || more.length > 0) throw new Error('Name one file.')
    const { replace: mayReplace = false, try: isTry = false, yes: isConfirmed } = values
    if (mayReplace && isTry) throw new Error('--try and --replace exclude each other.')
    return { file: resolve(process.env.INIT_CWD ?? '.', file), mayReplace, isTry, isConfirmed }
  } catch (error) {
    process.stderr.write(`${describeError(error)}\n\n${usage}\n`)
    process.exit(2)
  }
}

async function restore({ file, mayReplace, isTry, isConfirmed }: ReturnType<typeof readArguments>): Promise<void> {
  const database = await openForCommand(isConfirmed)
  try {
    if (!isTry) await assertStopped(database.db)
    const { tables, rows, created } = isTry
      ? await tryRestore(database.url, file, { onProgress: printRows })
      : await restorePlainly(database, file, mayReplace)
    const what = `${rows.toLocaleString('en')} rows of ${tables} tables from the backup of ${created}`
    process.stdout.write(
      isTry
        ? `Tried: ${what} were restored into a temporary database. All checksums match.\n`
        : `Restored ${what}. All checksums match.\n${restoredCopy}\n`,
    )
  } finally {
    await database.close()
  }
}

function restorePlainly({ db }: OpenDatabase, file: string, mayReplace: boolean) {
  const { pool, close } = openPlainPool(db)
  const options = { mayReplace, assertUnused: assertStopped, onProgress: printRows }
  return restoreBackup(pool, file, options).finally(close)
}

/**
 * Throws if a process serves from the database, as it would write its outdated state into the restored data. Checked
 * before the file, whose verification takes long, and again once no other process can start.
 */
async function assertStopped(db: Queryable): Promise<void> {
  const running = await listOthersRunning(db, new Date())
  if (running.length === 0) return
  const list = running.map(({ host, pid }) => `process ${pid} on ${host}`).join(', ')
  throw new Error(
    `Hindsight serves from this database: ${list}. Stop it first. A process that was killed on another machine is listed for 90 seconds.`,
  )
}

const input = readArguments()
try {
  await restore(input)
} catch (error) {
  process.stderr.write(`${describeError(error)}\nNothing was restored.\n`)
  process.exitCode = 1
}
