// Install, build, database, migrations, demo data, serve: all of it on a fresh clone, in the foreground.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { isBuildComplete, isBuildStale } from './build-state.mjs'
import { describeFullDisk, describeLack, needed } from './disk-space.mjs'
import { installPackages, isInstalled } from './install.mjs'
import { describePortFault } from './port.mjs'
import { environment, projectDir, run } from './prepare.mjs'

const port = Number(process.env.PORT || 3000)
const host = process.env.HOST || '127.0.0.1'

const say = (line) => process.stderr.write(`${line}\n`)

/** Ends with a message where there is a fault. */
function insist(fault) {
  if (fault === undefined) return
  say(fault)
  process.exit(1)
}

/** Runs a step that may give a fault, and says how long it took. */
async function runStep(name, work) {
  const begun = Date.now()
  say(`${name}…`)
  insist(await work())
  say(`${name}: ${Math.round((Date.now() - begun) / 1000)} s`)
}

/** Next tells its progress to a terminal; elsewhere its output is shown where it fails. */
async function build() {
  const output = []
  const code = await run('npm', ['run', '--silent', 'build'], {
    stdio: ['ignore', process.stdout.isTTY ? 'inherit' : 'pipe', 'inherit'],
    onOutput: (chunk) => output.push(chunk),
  })
  if (code === 0 && isBuildComplete(projectDir)) return undefined
  process.stderr.write(Buffer.concat(output))
  return describeFullDisk(projectDir) ?? 'The pages could not be built.'
}

insist(
  Number.isInteger(port) && port >= 0 && port <= 65_535
    ? undefined
    : `PORT must be a whole number up to 65535, not ${process.env.PORT}.`,
)
insist(await describePortFault(port, host))
if (!isInstalled(projectDir)) {
  const isFirst = !existsSync(join(projectDir, 'node_modules'))
  if (isFirst) insist(describeLack(projectDir, needed.install + needed.build + needed.data))
  if (isFirst) say('The first start takes 2 to 4 minutes and about 1 GB of disk. Later ones take seconds.')
  await runStep('Installing dependencies', () => installPackages(projectDir))
}
if (isBuildStale(projectDir)) {
  if (!isBuildComplete(projectDir)) insist(describeLack(projectDir, needed.build + needed.data))
  await runStep('Building the pages (1 to 2 minutes)', build)
}

say('Starting the database and the service…')
const code = await run('node', ['dist/serve-demo.js'], {
  env: {
    ...environment,
    // Also where it is not set: Next would else take it from a file `.env`, which is for production.
    DATABASE_URL: process.env.DATABASE_URL ?? '',
    NODE_ENV: 'production',
    HINDSIGHT_DEMO: 'true',
    HINDSIGHT_LOG_LEVEL: process.env.HINDSIGHT_LOG_LEVEL || 'warn',
  },
  // By the channel the service learns when this process is killed.
  stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
})
// A service that was killed could not stop its database.
if (code > 128) await run('node', ['dist/stop-orphans.js'])
process.exit(code)
