import { parseArgs } from 'node:util'
import { migrateDatabase } from '#server/platform/db/migrate/migrate.ts'
import { describeError } from '#server/platform/describe-error.ts'
import { answerHelp } from './answer-help.mjs'
import { confirmOption, confirmUsage, openForCommand } from './open-for-command.ts'

answerHelp(`Usage: npm run db:migrate [-- --yes]
Applies the migrations and prints them. The service also does this at every start.
${confirmUsage}`)

/** Applies the migrations and prints them. The server also does this at every start. */
async function migrate(): Promise<void> {
  const { values } = parseArgs({ options: confirmOption })
  const database = await openForCommand(values.yes)
  try {
    const applied = await migrateDatabase(database.pool)
    process.stdout.write(applied.length === 0 ? 'Nothing to apply.\n' : `Applied: ${applied.join(', ')}\n`)
  } finally {
    await database.close()
  }
}

try {
  await migrate()
} catch (error) {
  process.stderr.write(`${describeError(error)}\n`)
  process.exitCode = 1
}
