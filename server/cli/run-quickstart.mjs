// Installs, builds, starts the database, migrates, loads demo data and serves, in the foreground.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { isBuildComplete, isBuildStale } from './build-state.mjs'
import { describeFullDisk, describeLack, needed, neededForFirstStart } from './disk-space.mjs'
import { installPackages, isInstalled } from './install.mjs'
import { describePortFault } from './port.mjs'
import { environment, projectDir, run } from './prepare.mjs'

const port = Number(process.env.PORT || 3000)
const host = process.env.HOST || '127.0.0.1'

const say = (line) => process.stderr.write(`${line}\n`)

/** Prints the fault, if any, and exits. */
function exitOnFault(fault) {
  if (fault === undefined) return
  say(fault)
  process.exit(1)
}

/** Runs a step that may return a fault, and prints how long it took. */
async function runStep(name, work) {
  const startedAt = Date.now()
  say(`${name}…`)
  exitOnFault(await work())
  say(`${name}: ${Math.round((Date.now() - startedAt) / 1000)} s`)
}

/** On a terminal Next shows its progress; elsewhere its output is shown only on failure. */
async function build() {
  const output = []
  const code = await run('npm', ['run', '--silent', 'build'], {
    env: { ...environment, HINDSIGHT_BUILD_CACHE: 'off' },
    stdio: ['ignore', process.stdout.isTTY ? 'inherit' : 'pipe', 'inherit'],
    onOutput: (chunk) => output.push(chunk),
  })
  if (code === 0 && isBuildComplete(projectDir)) return undefined
  process.stderr.write(Buffer.concat(output))
  return describeFullDisk(projectDir) ?? 'The pages could not be built.'
}

exitOnFault(
  Number.isInteger(port) && port >= 0 && port <= 65_535
    ? undefined
    : `PORT must be a whole number up to 65535, not ${process.env.PORT}.`,
)
exitOnFault(await describePortFault(port, host))
if (!isInstalled(projectDir)) {
  const isFirst = !existsSync(join(projectDir, 'node_modules'))
  if (isFirst) exitOnFault(describeLack(projectDir, neededForFirstStart(projectDir)))
  if (isFirst) say('The first start takes 2 to 4 minutes and 1.5 GB of disk. Later ones take seconds.')
  await runStep('Installing dependencies', () => installPackages(projectDir))
}
if (isBuildStale(projectDir)) {
  if (!isBuildComplete(projectDir)) exitOnFault(describeLack(projectDir, needed.build + needed.data))
  await runStep('Building the pages (1 to 2 minutes)', build)
}

say('Starting the database and the service…')
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
