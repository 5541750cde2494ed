import { parseArgs } from 'node:util'
import { seedDemoData } from '#server/demo/seed.ts'
import { resolveSecrets } from '#server/platform/auth/secret.ts'
import { resolveDataDir } from '#server/platform/db/embedded/data-dir.ts'
import { readEnv } from '#server/platform/env.ts'
import { answerHelp } from './answer-help.mjs'
import { confirmOption, confirmUsage, runCommand, withContext } from './open-for-command.ts'

answerHelp(`Usage: npm run seed [-- --yes]
Inserts the demo data, unless it is there.
${confirmUsage}`)

/** Returns the secret of the service that will serve the data; undefined if only that service knows it. */
function findSecret() {
  const env = readEnv()
  return env.isProduction ? env.secret : resolveSecrets(env, resolveDataDir(env)).secret
}

await runCommand(async () => {
  const { values } = parseArgs({ options: confirmOption })
  const seeded = await withContext('seed', values.yes, (_, { db }) => seedDemoData(db, new Date(), findSecret()))
  const counts = Object.entries(seeded)
  const isNew = counts.some(([, count]) => count > 0)
  const lines = counts.map(([table, count]) => `${table.padEnd(14)} ${String(count).padStart(4)}`)
  process.stdout.write(
    isNew ? `Demo data inserted:\n${lines.join('\n')}\n` : 'The demo data is already there. Nothing was written.\n',
  )
})
