import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { recordLine } from './recorded-secrets.ts'
import { waitUntil } from './wait-until.ts'

export const projectDir = resolve(import.meta.dirname, '../..')

export type ServerProcess = {
  readonly baseUrl: string
  readonly child: ChildProcess
  /** Every line written to standard error: the log. */
  readonly lines: readonly string[]
  /** Stops the process with SIGTERM and returns its exit code. */
  stop(): Promise<number | null>
}

/** The Node options of an npm script, without local settings. */
export function nodeOptions(dir: string, script: 'start' | 'import' = 'start'): string[] {
  const { scripts } = JSON.parse(readFileSync(join(dir, 'package.json'), 'utf8'))
  const options: string[] = scripts[script].match(/--\S+/g) ?? []
  return options.filter((option) => !option.startsWith('--env-file'))
}

/**
 * Starts the production entry on a loopback port, by default a free one, and waits until it accepts requests. `dir` is
 * the folder of another release. The server ends where pg warns.
 */
export async function startServer(
  env: Record<string, string>,
  dir = projectDir,
  onPort?: number,
): Promise<ServerProcess> {
  const port = onPort ?? (await freePort())
  const warnings = join(projectDir, 'server', 'platform', 'db', 'testing-warnings.ts')
  const child = spawn(process.execPath, [`--import=${warnings}`, ...nodeOptions(dir), 'dist/main.js'], {
    cwd: dir,
    env: { ...process.env, NODE_ENV: 'production', HOST: '127.0.0.1', PORT: String(port), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const exited = new Promise<number | null>((done) => child.once('exit', done))
  const lines: string[] = []
  await new Promise<void>((ready, fail) => {
    const read = (line: string) => {
      lines.push(line)
      recordLine(line)
      if (line.includes('"listening"')) ready()
    }
    createInterface({ input: child.stderr }).on('line', read)
    createInterface({ input: child.stdout }).on('line', read)
    exited.then((code) => fail(new Error(`The server ended with ${code}:\n${lines.join('\n')}`)))
  })
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    child,
    lines,
    stop: async () => {
      child.kill('SIGTERM')
      return exited
    },
  }
}

/** A free loopback port. */
export function freePort(): Promise<number> {
  return new Promise((done) => {
    const probe = createServer()
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => done(typeof address === 'object' && address ? address.port : 0))
    })
  })
}

/** Waits until a program accepts connections on a loopback port. */
export async function waitUntilAccepted(port: number): Promise<void> {
  await waitUntil(`port ${port} accepts connections`, () => acceptsConnections(port), { timeoutMs: 60_000 })
}

function acceptsConnections(port: number): Promise<boolean> {
  return new Promise((done) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy()
      done(true)
    })
    socket.once('error', () => done(false))
  })
}
