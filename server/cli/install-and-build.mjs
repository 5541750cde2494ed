import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { isBuildComplete, isBuildStale } from './build-state.mjs'
import { describeFullDisk, describeMissingSpace, measureFirstStart, needed } from './disk-space.mjs'
import { installPackages, isInstalled } from './install.mjs'
import { environment, projectDir, run } from './prepare.mjs'

/** Prints a line to standard error. */
export const say = (line) => process.stderr.write(`${line}\n`)

/** Prints the fault and exits, if there is one. */
export function exitOnFault(fault) {
  if (fault === undefined) return
  say(fault)
  process.exit(1)
}

/** Runs a step that may return a fault, and prints its duration. */
async function runStep(name, work) {
  const startedAt = Date.now()
  say(`${name}…`)
  exitOnFault(await work())
  say(`${name}: ${Math.round((Date.now() - startedAt) / 1000)} s`)
}

/** Builds the pages. The output of Next is shown on a terminal; elsewhere only after a failure. */
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

/** Installs the packages and builds the project if they are missing or outdated. Prints a fault and exits. */
export async function installAndBuild() {
  if (!isInstalled(projectDir)) {
    const isFirst = !existsSync(join(projectDir, 'node_modules'))
    if (isFirst) exitOnFault(describeMissingSpace(projectDir, measureFirstStart(projectDir)))
    if (isFirst) say('The first time takes 2 to 4 minutes and 1.6 GB of disk. Later ones take seconds.')
    await runStep('Installing dependencies', () => installPackages(projectDir))
  }
  if (isBuildStale(projectDir)) {
    if (!isBuildComplete(projectDir)) exitOnFault(describeMissingSpace(projectDir, needed.build + needed.data))
    await runStep('Building the pages (1 to 2 minutes)', build)
  }
}
