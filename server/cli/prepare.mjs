// Runs on the machine's own Node (20 or later), before anything is installed: plain JavaScript, no dependency.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, statSync } from 'node:fs'
import { delimiter, join, resolve } from 'node:path'

export const projectDir = resolve(import.meta.dirname, '..', '..')

const [major = 0] = process.versions.node.split('.').map(Number)
if (major < 20) {
  process.stderr.write(`Hindsight needs Node 20 or later to start from; this is ${process.version}.\n`)
  process.exit(1)
}

/** The environment of every step: the project's own Node first on the path, no telemetry. */
export const environment = {
  ...process.env,
  NEXT_TELEMETRY_DISABLED: '1',
  PATH: `${join(projectDir, 'node_modules', '.bin')}${delimiter}${process.env.PATH ?? ''}`,
}

const modified = (path) => (existsSync(path) ? statSync(path).mtimeMs : 0)

/**
 * Installs the dependencies of the lockfile unless they are there. Not by `npm ci`: that refuses a lockfile without the
 * packages of other platforms, and a registry that mirrors one platform cannot give it those.
 */
export function install() {
  const lockfile = modified(join(projectDir, 'package-lock.json'))
  if (modified(join(projectDir, 'node_modules', '.package-lock.json')) >= lockfile) return
  process.stderr.write('Installing dependencies…\n')
  const { status } = spawnSync('npm', ['install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: projectDir,
    stdio: ['ignore', 'inherit', 'inherit'],
    shell: process.platform === 'win32',
  })
  if (status !== 0) process.exit(status ?? 1)
}

/** Runs a command to its end, its output shown; answers with the exit code. */
export function run(command, args, options = {}) {
  return new Promise((done) => {
    const child = spawn(command, args, { cwd: projectDir, env: environment, stdio: 'inherit', ...options })
    child.on('error', () => done(1))
    child.on('exit', (code) => done(code ?? 1))
  })
}
