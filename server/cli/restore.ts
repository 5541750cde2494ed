import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { restoreBackup, tryRestore } from '#server/platform/db/backup/restore-backup.ts'
import { openPlainPool, type Queryable } from '#server/platform/db/client.ts'
import { listOthersRunning } from '#server/platform/runtime/report-process.ts'
import { answerHelp } from './answer-help.mjs'
import { confirmOption, confirmUsage, printRows, readOrExit, runCommand, withDatabase } from './open-for-command.ts'

const usage = `Usage: npm run db:restore -- FILE [--replace | --try]
Restores a backup into an empty database. --replace deletes what the database contains. Stop Hindsight first.
--try restores into a temporary database on the same server; Hindsight may keep running.
${confirmUsage}`
answerHelp(usage)

const restoredCopy = `It counts as a copy and sends nothing, until an admin says on the page System that it is the real one, or you do:
npm run db:migrate -- --original "REASON"`

const options = {
  replace: { type: 'boolean', default: false },
  try: { type: 'boolean' },
  ...confirmOption,
} as const

const input = readOrExit(usage, () => {
  const { values, positionals } = parseArgs({ allowPositionals: true, options })
  const [file, ...more] = positionals
  if (file === undefined || more.length > 0) throw new Error('Name one file.')
  if (values.replace && values.try) throw new Error('--try and --replace exclude each other.')
  return { ...values, file: resolve(process.env.INIT_CWD ?? '.', file) }
})

/** Throws if a process serves from the database, as it would write its outdated state into the restored data. */
async function assertStopped(db: Queryable): Promise<void> {
  const running = await listOthersRunning(db)
  if (running.length === 0) return
  const list = running.map(({ host, pid }) => `process ${pid} on ${host}`).join(', ')
  throw new Error(
    `Hindsight serves from this database: ${list}. Stop it first. A process that was killed on another machine is listed for 90 seconds.`,
  )
}

await runCommand(
  () =>
    withDatabase(input.yes, async ({ db, url }) => {
      if (!input.try) await assertStopped(db)
      const plain = openPlainPool(db)
      const options = { mayReplace: input.replace, assertUnused: assertStopped, onProgress: printRows }
      const restoring = input.try
        ? tryRestore(url, input.file, printRows)
        : restoreBackup(plain.pool, input.file, options)
      const { tables, rows, created } = await restoring.finally(plain.close)
      const what = `${rows.toLocaleString('en')} rows of ${tables} tables from the backup of ${created}`
      process.stdout.write(
        input.try
          ? `Tried: ${what} were restored into a temporary database. All checksums match.\n`
          : `Restored ${what}. All checksums match.\n${restoredCopy}\n`,
      )
    }),
  () => 'Nothing was restored.\n',
)
