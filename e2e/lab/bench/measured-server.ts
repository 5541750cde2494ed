import { type ChildProcess, spawn } from 'node:child_process'
import { openSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '#e2e/server-process.ts'
import type { LoadRequest } from './load.ts'

export type MeasuredServer = {
  readonly baseUrl: string
  readonly pid: number
  /** Milliseconds from the start of the process to the end of its first response. */
  readonly startTime: number
  stop(): Promise<void>
}

export type ServerCommand = {
  readonly command: readonly [string, ...string[]]
  readonly env: Readonly<Record<string, string>>
  /** Receives the output of the server, including its log, which this process then need not read. */
  readonly logFile: string
  /** Requested until the status is below 500. */
  readonly probe: LoadRequest
}

/** Starts a server on a free loopback port and waits for its first response. */
export async function startMeasured({ command, env, logFile, probe }: ServerCommand): Promise<MeasuredServer> {
  const port = String(await freePort())
  const [program, ...args] = command
  const log = openSync(logFile, 'a')
  const started = performance.now()
  const child = spawn(program, args, {
    env: { ...process.env, NODE_ENV: 'production', HOST: '127.0.0.1', PORT: port, ...env },
    stdio: ['ignore', log, log],
    detached: true,
  })
  const baseUrl = `http://127.0.0.1:${port}`
  while (!(await isResponding(`${baseUrl}${probe.path}`, probe.headers))) {
    if (child.exitCode !== null) throw new Error(`${command.join(' ')} ended:\n${readFileSync(logFile, 'utf8')}`)
    await sleep(5)
  }
  return { baseUrl, pid: child.pid ?? 0, startTime: performance.now() - started, stop: () => stop(child) }
}

async function isResponding(url: string, headers: Record<string, string>): Promise<boolean> {
  try {
    const response = await fetch(url, { headers })
    await response.arrayBuffer()
    return response.status < 500
  } catch {
    return false
  }
}

/** Ends the whole process group: npm, which does not forward signals, and its child processes. */
async function stop({ pid }: ChildProcess): Promise<void> {
  if (pid === undefined) return
  signalGroup(pid, 'SIGTERM')
  while (signalGroup(pid, 0)) await sleep(20)
}

function signalGroup(leader: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(-leader, signal)
  } catch {
    return false
  }
}
