import { createInterface } from 'node:readline/promises'
import type { OnProgress } from '#server/platform/db/backup/write-backup.ts'
import { describeDatabase } from '#server/platform/db/describe-database.ts'
import { hasEmbeddedDatabase } from '#server/platform/db/embedded/data-dir.ts'
import { abandonEmbeddedPostgres } from '#server/platform/db/embedded/start.ts'
import { migrateDatabase } from '#server/platform/db/migrate/migrate.ts'
import { type OpenDatabase, openDatabase } from '#server/platform/db/open.ts'
import { describeError } from '#server/platform/describe-error.ts'
import { type Env, readEnv } from '#server/platform/env.ts'
import { announceStop, onStopRequest } from '#server/platform/process/stop-requests.ts'
import { type Context, createSystemActor } from '#server/platform/runtime/context.ts'
import { recordFormerParts } from '#server/reviews/policy/record-former-parts.ts'

/** The option of every command that opens the database, as `parseArgs` takes it. */
export const confirmOption = { yes: { type: 'boolean', default: false } } as const

export const confirmUsage = '--yes creates an embedded database if DATABASE_URL is not set and there is none yet.'

/** Reads the arguments of a command; prints the fault with the usage and exits with 2 if they are wrong. */
export function readOrExit<Arguments>(usage: string, read: () => Arguments): Arguments {
  try {
    return read()
  } catch (error) {
    process.stderr.write(`${describeError(error)}\n\n${usage}\n`)
    process.exit(2)
  }
}

export function fail(message: string): never {
  throw new Error(message)
}

/** Runs a command. An error is printed, with what it means, and the status is then 1. */
export async function runCommand(work: () => Promise<void>, describeState = () => ''): Promise<void> {
  try {
    await work()
  } catch (error) {
    process.stderr.write(`${describeError(error)}\n${describeState()}`)
    process.exitCode = 1
  }
}

/**
 * Opens the database for a command: prints which one on standard error, and creates an embedded one only after a
 * confirmation, by `--yes` or at the prompt. Usually DATABASE_URL was forgotten, and the service runs on another
 * database. A signal stops the embedded server.
 */
export async function openForCommand(isConfirmed: boolean): Promise<OpenDatabase> {
  const env = readEnv()
  process.stderr.write(`Database: ${describeDatabase(env)}\n`)
  if (env.databaseUrl === undefined && !isConfirmed && !hasEmbeddedDatabase(env)) await confirmNew(env)
  onStopRequest(leaveDatabase)
  return openDatabase(env)
}

/** Opens the database as `openForCommand`, and closes it after `work`. */
export async function withDatabase<Result>(isConfirmed: boolean, work: (database: OpenDatabase) => Promise<Result>) {
  const database = await openForCommand(isConfirmed)
  return work(database).finally(database.close)
}

/** Opens and migrates the database, and closes it after `work` of the command with this name. */
export const withContext = <Result>(
  command: string,
  isConfirmed: boolean,
  work: (ctx: Context, database: OpenDatabase) => Promise<Result>,
): Promise<Result> =>
  withDatabase(isConfirmed, async (database) => {
    await migrateDatabase(database.pool)
    await recordFormerParts(database.db)
    const actor = createSystemActor('cli', 'command line')
    return work({ db: database.db, actor, now: new Date(), requestId: `cli-${command}` }, database)
  })

/** Ends the process at once; the database rolls back uncommitted work. */
export async function leaveDatabase(): Promise<void> {
  announceStop()
  await abandonEmbeddedPostgres()
  process.exit(130)
}

async function confirmNew(env: Env): Promise<void> {
  const state = `DATABASE_URL is not set, and there is no ${describeDatabase(env).replace('embedded,', 'embedded database')} yet.`
  if (!process.stdin.isTTY || !process.stderr.isTTY) {
    throw new Error(
      `${state}\nSet DATABASE_URL, here or in the file .env, or add --yes to create an empty database there.`,
    )
  }
  const prompt = createInterface({ input: process.stdin, output: process.stderr })
  const reply = await prompt.question(`${state} Create an empty one there? [y/N] `)
  prompt.close()
  if (!/^y(?:es)?$/i.test(reply.trim()))
    throw new Error('No database was created. Set DATABASE_URL, here or in the file .env.')
}

/** Writes a line for each table to a terminal, which counts up; a journal gets none. */
export const printRows: OnProgress = ({ table, rows, isDone }) => {
  if (!process.stderr.isTTY) return
  const text = `${table.padEnd(24)} ${rows.toLocaleString('en').padStart(12)} rows`
  process.stderr.write(`\r${text}${isDone ? '\n' : ''}`)
}
