import { type ChildProcess, spawn } from 'node:child_process'
import { openSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import type { LoadRequest } from './scenarios.ts'

export type StartedServer = {
  readonly baseUrl: string
  readonly pid: number
  /** Milliseconds from the start of the process to the end of its first response. */
  readonly startTime: number
  stop(): Promise<void>
}

export type ServerCommand = {
  readonly command: readonly [string, ...string[]]
  readonly env: Readonly<Record<string, string>>
  /** Receives the output of the server, including its log. */
  readonly logFile: string
  /** Requested until the status is below 500. */
  readonly probe: LoadRequest
}

/** Starts a server on a free loopback port and waits for its first response. */
export async function startServer({ command, env, logFile, probe }: ServerCommand): Promise<StartedServer> {
  const port = await freePort()
  const [program, ...args] = command.map((part) => part.replace('{port}', String(port)))
  const log = openSync(logFile, 'a')
  const started = performance.now()
  const child = spawn(program ?? '', args, {
    env: { ...process.env, NODE_ENV: 'production', HOST: '127.0.0.1', PORT: String(port), ...env },
    stdio: ['ignore', log, log],
    detached: true,
  })
  const baseUrl = `http://127.0.0.1:${port}`
  while (!(await isResponding(`${baseUrl}${probe.path}`, probe.headers))) {
    if (child.exitCode !== null) throw new Error(`${command.join(' ')} ended:\n${readFileSync(logFile, 'utf8')}`)
    await wait(5)
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
  while (signalGroup(pid, 0)) await wait(20)
}

function signalGroup(leader: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(-leader, signal)
  } catch {
    return false
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}
