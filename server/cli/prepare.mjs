// Runs on the machine's Node (20.11 or later) before anything is installed: plain JavaScript without dependencies.
import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { delimiter, join, resolve } from 'node:path'

export const projectDir = resolve(import.meta.dirname, '..', '..')

// No package that is installed or builds may read the key with which archives are signed.
const { HINDSIGHT_SIGNING_KEY: _, ...inherited } = process.env

/** The environment of every step: the project's own Node first in PATH, no telemetry, no signing key. */
export const environment = {
  ...inherited,
  NEXT_TELEMETRY_DISABLED: '1',
  PATH: `${join(projectDir, 'node_modules', '.bin')}${delimiter}${process.env.PATH ?? ''}`,
}

/** Milliseconds between checks whether npm, the parent process, still runs. */
const parentCheckMs = 1_000

/** The running steps, and the signal that this process received. */
const children = new Set()
let ending

/** Runs a command and resolves with its exit code. A signal is passed on, and no further command starts. */
export function run(command, args, options = {}) {
  return new Promise((done) => {
    const child = spawn(command, args, { cwd: projectDir, env: environment, stdio: 'inherit', ...options })
    children.add(child)
    for (const output of [child.stdout, child.stderr]) output?.on('data', (chunk) => options.onOutput?.(chunk))
    const finish = (code) => {
      children.delete(child)
      if (ending && children.size === 0) process.exit(toExitCode(ending))
      if (!ending) done(code)
    }
    child.on('error', (error) => {
      process.stderr.write(`${command} could not be started: ${error.message}\n`)
      finish(1)
    })
    child.on('close', (code, signal) => finish(code ?? toExitCode(signal)))
  })
}

const toExitCode = (signal) => 128 + constants.signals[signal]

function end(signal) {
  ending ??= signal
  for (const child of children) child.kill(signal)
  if (children.size === 0) process.exit(toExitCode(ending))
}

// Ctrl+C in a terminal reaches the step directly too, and npm repeats it: a step must accept a signal several times.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, end)

// A killed npm passes on no signal, but another process becomes the parent.
if (process.env.npm_lifecycle_event) {
  const parent = process.ppid
  setInterval(() => process.ppid !== parent && end('SIGTERM'), parentCheckMs).unref()
}
