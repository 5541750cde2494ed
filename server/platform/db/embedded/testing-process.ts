import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chmodSync, chownSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { onTestFinished, vi } from 'vitest'
import { makeDatabaseFolder } from '#server/platform/db/testing-folder.ts'
import { readPostmaster } from './postmaster.ts'
import { isPostgresProcess, sendSignal } from './processes.ts'
import { startEmbeddedPostgres } from './start.ts'
import { stateFolders } from './state-folders.ts'

type AppEvent = {
  readonly event: string
  readonly isLaunched?: boolean
  readonly url?: string
  readonly result?: string
  readonly message?: string
  readonly n?: number
  readonly count?: number
}

export type TestApp = {
  readonly child: ChildProcess
  readonly events: readonly AppEvent[]
  /** The next event of this kind; fails if the process ends first. */
  next(event: string): Promise<AppEvent>
  send(line: string): void
  /** Ends the process with `kill -9`, and waits for its end. */
  kill(): Promise<void>
  /** Stops the process cleanly and returns what happened to the server. */
  stop(): Promise<string | undefined>
}

export const isRoot = process.geteuid?.() === 0
/** A user other than root: `nobody` for tests run by root, else the current user. */
export const normalUser = isRoot ? { uid: 65_534, gid: 65_534 } : {}
/** True if that user can run programs of the project: not if root has it in a private folder such as /root. */
export const isProjectOpen = spawnSync(process.execPath, ['--version'], normalUser).status === 0

/** A state folder that is removed when the test ends, together with a server that may still run on it. */
export function makeStateDir(name = 'state', owner: { uid?: number; gid?: number } = {}): string {
  const parent = makeDatabaseFolder('hindsight-test-')
  chmodSync(parent, 0o755)
  if (owner.uid !== undefined && owner.gid !== undefined) chownSync(parent, owner.uid, owner.gid)
  const folder = join(parent, name)
  onTestFinished(() => {
    const postmaster =
      statSync(folder, { throwIfNoEntry: false })?.isDirectory() && readPostmaster(stateFolders(folder).data)
    if (postmaster && isPostgresProcess(postmaster.pid, stateFolders(folder).data))
      sendSignal(postmaster.pid, 'SIGKILL')
    rmSync(parent, { recursive: true, force: true, maxRetries: 5 })
  })
  return folder
}

let cluster: Promise<string> | undefined

/** Like `makeStateDir`, with a database, which was created once for all tests of this process: that takes a second. */
export async function makeClusterDir(name?: string): Promise<string> {
  cluster ??= createCluster()
  const folder = makeStateDir(name)
  execFileSync('cp', ['-a', await cluster, folder])
  return folder
}

async function createCluster(): Promise<string> {
  // Not in memory: a process of tests that is ended leaves it, and `npm test` removes its temporary folder only.
  const parent = mkdtempSync(join(tmpdir(), 'hindsight-cluster-'))
  chmodSync(parent, 0o755)
  process.once('exit', () => rmSync(parent, { recursive: true, force: true }))
  const dataDir = join(parent, 'state')
  const server = await startEmbeddedPostgres({ dataDir, isDurable: false })
  await server.stop()
  return dataDir
}

export const longName = () => randomBytes(60).toString('hex')

export function getPostmasterPid(dataDir: string): number {
  const found = readPostmaster(stateFolders(dataDir).data)
  if (found === undefined) throw new Error(`No server runs in ${dataDir}.`)
  return found.pid
}

/** Kills the server, and waits until its process has ended. */
export async function killPostmaster(dataDir: string): Promise<void> {
  const pid = getPostmasterPid(dataDir)
  const { data } = stateFolders(dataDir)
  sendSignal(pid, 'SIGKILL')
  await vi.waitUntil(() => !isPostgresProcess(pid, data), { timeout: 110_000, interval: 5 })
}

export function spawnApp(dataDir: string, user: { uid?: number; gid?: number } = {}, durable = ''): TestApp {
  const script = join(import.meta.dirname, 'testing-app.ts')
  const child = spawn(process.execPath, [script, dataDir, durable], {
    stdio: ['pipe', 'pipe', 'inherit'],
    detached: true,
    ...user,
  })
  const events: AppEvent[] = []
  const taken = new Set<AppEvent>()
  const lines = createInterface(child.stdout)
  lines.on('line', (line) => events.push(JSON.parse(line)))
  const closed = once(child, 'close')
  onTestFinished(() => {
    child.kill('SIGKILL')
  })

  const app: TestApp = {
    child,
    events,
    async next(event) {
      for (;;) {
        const found = events.find((entry) => entry.event === event && !taken.has(entry))
        if (found !== undefined) {
          taken.add(found)
          return found
        }
        const end = await Promise.race([once(lines, 'line').then(() => 'line'), closed.then(() => 'closed')])
        if (end === 'closed' && !events.some((entry) => entry.event === event && !taken.has(entry))) {
          throw new Error(`The process ended without the event "${event}": ${JSON.stringify(events.slice(-3))}`)
        }
      }
    },
    send: (line) => child.stdin?.write(`${line}\n`),
    async kill() {
      child.kill('SIGKILL')
      await closed
    },
    async stop() {
      app.send('stop')
      const { result } = await app.next('stopped')
      await closed
      return result
    },
  }
  return app
}
