import { parseArgs } from 'node:util'
import { seedDemoData } from '#server/demo/seed.ts'
import { resolveSecrets } from '#server/platform/auth/secret.ts'
import { resolveDataDir } from '#server/platform/db/embedded/data-dir.ts'
import { migrateDatabase } from '#server/platform/db/migrate/migrate.ts'
import { describeError } from '#server/platform/describe-error.ts'
import { type Env, readEnv } from '#server/platform/env.ts'
import { answerHelp } from './answer-help.mjs'
import { confirmOption, confirmUsage, openForCommand } from './open-for-command.ts'

answerHelp(`Usage: npm run seed [-- --yes]
Inserts the demo data, unless it is there.
${confirmUsage}`)

/** Returns the secret of the service that will serve the data; undefined if only that service knows it. */
const findSecret = (env: Env) => (env.isProduction ? env.secret : resolveSecrets(env, resolveDataDir(env)).secret)

async function seed(): Promise<void> {
  const { values } = parseArgs({ options: confirmOption })
  const database = await openForCommand(values.yes)
  try {
    await migrateDatabase(database.pool)
    const counts = Object.entries(await seedDemoData(database.db, new Date(), findSecret(readEnv())))
    const isNew = counts.some(([, count]) => count > 0)
    const lines = counts.map(([table, count]) => `${table.padEnd(14)} ${String(count).padStart(4)}`)
    process.stdout.write(
      isNew ? `Demo data inserted:\n${lines.join('\n')}\n` : 'The demo data is already there. Nothing was written.\n',
    )
  } finally {
    await database.close()
  }
}

try {
  await seed()
} catch (error) {
  process.stderr.write(`${describeError(error)}\n`)
  process.exitCode = 1
}
