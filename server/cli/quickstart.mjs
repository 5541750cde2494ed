// Installs, builds, starts the database, migrates, loads demo data and serves, in the foreground.
import { answerHelp } from './answer-help.mjs'
import { exitOnFault, installAndBuild } from './install-and-build.mjs'
import { describePortFault } from './port.mjs'
import { environment, run } from './prepare.mjs'

answerHelp(`Usage: npm run quickstart [-- --empty]
Installs the packages and builds if needed, starts an embedded PostgreSQL, loads the demo data and serves at
http://localhost:3000 (or PORT). --empty serves without demo data, like a new installation. Ctrl+C stops everything.`)

const port = Number(process.env.PORT || 3000)
const host = process.env.HOST || '127.0.0.1'

exitOnFault(
  Number.isInteger(port) && port >= 0 && port <= 65_535
    ? undefined
    : `PORT must be a whole number up to 65535, not ${process.env.PORT}.`,
)
exitOnFault(await describePortFault(port, host))
await installAndBuild()

const code = await run('node', ['dist/serve-demo.js', ...process.argv.slice(2)], {
  env: {
    ...environment,
    // Set even if empty: otherwise Next reads it from `.env`, which is for production.
    DATABASE_URL: process.env.DATABASE_URL ?? '',
    NODE_ENV: 'production',
    HINDSIGHT_DEMO: 'true',
    HINDSIGHT_LOG_LEVEL: process.env.HINDSIGHT_LOG_LEVEL || 'warn',
  },
  // The IPC channel closes when this process is killed, so the service notices.
  stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
})
// A killed service could not stop its database.
if (code > 128) await run('node', ['dist/stop-orphans.js'])
process.exit(code)
