import { parseArgs } from 'node:util'
import { migrateDatabase } from '#server/platform/db/migrate/migrate.ts'
import { answerHelp } from './answer-help.mjs'
import { confirmOption, confirmUsage, runCommand, withDatabase } from './open-for-command.ts'

answerHelp(`Usage: npm run db:migrate [-- --yes]
Applies the migrations and prints them. The service also does this at every start.
${confirmUsage}`)

await runCommand(async () => {
  const { values } = parseArgs({ options: confirmOption })
  const applied = await withDatabase(values.yes, ({ pool }) => migrateDatabase(pool))
  process.stdout.write(applied.length === 0 ? 'Nothing to apply.\n' : `Applied: ${applied.join(', ')}\n`)
})
