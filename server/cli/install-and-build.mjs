import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { isBuildComplete, isBuildStale } from './build-state.mjs'
import { describeFullDisk, describeMissingSpace, measureFirstStart, needed } from './disk-space.mjs'
import { installPackages, isInstalled } from './install.mjs'
import { environment, projectDir, run } from './prepare.mjs'
import { showProgress } from './show-progress.mjs'

/** Prints a line to standard error. */
const say = (line) => process.stderr.write(`${line}\n`)

/** Prints the fault and exits, if there is one. */
export function exitOnFault(fault) {
  if (fault === undefined) return
  say(fault)
  process.exit(1)
}

/** Runs a phase that may return a fault, and shows its duration. */
async function runPhase(name, work) {
  const finish = showProgress(name)
  const fault = await work()
  finish(fault && 'failed')
  exitOnFault(fault)
}

/** Builds the project. Its output is part of the fault, and not shown otherwise. */
async function build() {
  const output = []
  const code = await run('npm', ['run', '--silent', 'build'], {
    env: { ...environment, HINDSIGHT_BUILD_CACHE: 'off' },
    stdio: ['ignore', 'pipe', 'pipe'],
    onOutput: (chunk) => output.push(chunk),
  })
  if (code === 0 && isBuildComplete(projectDir)) return undefined
  return `${Buffer.concat(output)}${describeFullDisk(projectDir) ?? 'The pages could not be built.'}`
}

/** Installs the packages and builds the project if they are missing or outdated. Prints a fault and exits. */
export async function installAndBuild() {
  if (!isInstalled(projectDir)) {
    const isFirst = !existsSync(join(projectDir, 'node_modules'))
    if (isFirst) exitOnFault(describeMissingSpace(projectDir, measureFirstStart(projectDir)))
    if (isFirst) say('The first time takes 2 to 4 minutes and 1.8 GB of disk. Later ones take seconds.')
    await runPhase('Installing packages', () => installPackages(projectDir))
  }
  if (isBuildStale(projectDir)) {
    if (!isBuildComplete(projectDir)) exitOnFault(describeMissingSpace(projectDir, needed.build + needed.data))
    await runPhase('Building programs and pages', build)
  }
}
