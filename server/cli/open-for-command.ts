import { createInterface } from 'node:readline/promises'
import { describeDatabase } from '#server/platform/db/describe-database.ts'
import { hasEmbeddedDatabase } from '#server/platform/db/embedded/data-dir.ts'
import { abandonEmbeddedPostgres } from '#server/platform/db/embedded/start.ts'
import { type OpenDatabase, openDatabase } from '#server/platform/db/open.ts'
import { type Env, readEnv } from '#server/platform/env.ts'
import { announceStop, onStopRequest } from '#server/platform/process/stop-requests.ts'

/** The option of every command that opens the database, as `parseArgs` takes it. */
export const confirmOption = { yes: { type: 'boolean', default: false } } as const

export const confirmUsage = '--yes creates an embedded database if DATABASE_URL is not set and there is none yet.'

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
