// Runs on the machine's own Node (20.11 or later), before anything is installed: plain JavaScript, no dependency.
import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { delimiter, join, resolve } from 'node:path'

export const projectDir = resolve(import.meta.dirname, '..', '..')

/** The environment of every step: the project's own Node first on the path, no telemetry. */
export const environment = {
  ...process.env,
  NEXT_TELEMETRY_DISABLED: '1',
  PATH: `${join(projectDir, 'node_modules', '.bin')}${delimiter}${process.env.PATH ?? ''}`,
}

/** Milliseconds between two checks whether npm, which started this process, still runs. */
const parentCheckMs = 1_000

/** The step that runs, and the signal that asked this process to end. */
let child
let ending

/**
 * Runs a command to its end; resolves with its exit code, or 128 and more where a signal ended it, as shells count. When
 * this process is told to end, the command is too, and no further one is started.
 */
export function run(command, args, options = {}) {
  return new Promise((done) => {
    child = spawn(command, args, { cwd: projectDir, env: environment, stdio: 'inherit', ...options })
    child.stdout?.on('data', (chunk) => options.onOutput?.(chunk))
    const finish = (code) => {
      child = undefined
      if (ending) process.exit(exitCodeOf(ending))
      done(code)
    }
    child.on('error', (error) => {
      process.stderr.write(`${command} could not be started: ${error.message}\n`)
      finish(1)
    })
    child.on('close', (code, signal) => finish(code ?? exitCodeOf(signal)))
  })
}

const exitCodeOf = (signal) => 128 + constants.signals[signal]

function end(signal) {
  ending ??= signal
  if (child) child.kill(signal)
  else process.exit(exitCodeOf(ending))
}

// A terminal's Ctrl+C reaches the step directly as well, and npm repeats it; a step takes the same signal several times.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, end)

// When npm is killed, nobody passes on a signal: another process becomes the parent.
if (process.env.npm_lifecycle_event) {
  const parent = process.ppid
  setInterval(() => process.ppid !== parent && end('SIGTERM'), parentCheckMs).unref()
}
