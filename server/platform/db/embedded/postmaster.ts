import { spawn } from 'node:child_process'
import { closeSync, lchownSync, openSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { findErrorCode } from '#server/platform/describe-error.ts'
import { type Binaries, toSpawnError } from './binaries.ts'
import { asUser, serverEnv } from './cluster.ts'
import { writeAccessRules } from './data-dir.ts'
import { toProgramError } from './failure.ts'
import { isAlive, isPostgresProcess, listPostgresProcesses, sendSignal } from './processes.ts'
import type { ServerUser } from './server-user.ts'
import { socketPort } from './socket.ts'
import type { StateFolders } from './state-folders.ts'

/** The contents of postmaster.pid of a running server. */
type Postmaster = { readonly pid: number; readonly socketDir: string; readonly isReady: boolean }

export type LaunchPlan = {
  readonly folders: StateFolders
  readonly user: ServerUser
  readonly binaries: Binaries
  readonly socketDir: string
  /** False only for tests: a crash of the machine (not of the server) may then lose data. */
  readonly isDurable: boolean
  readonly log: (message: string) => void
}

const maxLogBytes = 10 * 1024 * 1024
const pollMs = 5

export function readPostmaster(dataDir: string): Postmaster | undefined {
  try {
    const lines = readFileSync(join(dataDir, 'postmaster.pid'), 'utf8').split('\n')
    const [pid = '', , , , socketDir = '', , , status = ''] = lines
    return { pid: Math.abs(Number(pid)), socketDir, isReady: status.trim() === 'ready' }
  } catch (error) {
    if (findErrorCode(error) === 'ENOENT') return undefined
    throw error
  }
}

/**
 * Starts a server and waits until it accepts connections, however long its crash recovery takes. It runs in its own
 * session, so that Ctrl+C in the terminal does not reach it before the application has finished. Returns false if
 * another server was started first by an application that was killed.
 */
export async function launchPostmaster(plan: LaunchPlan): Promise<boolean> {
  const { folders } = plan
  releaseReusedPid(folders, plan.user)
  forgetSocket(plan.socketDir)
  writeAccessRules(folders, plan.user)
  for (let attempt = 1; ; attempt++) {
    const failure = await tryLaunch(plan)
    if (failure === undefined) return true
    if (failure.includes('lock file "postmaster.pid" already exists')) return false
    if (!failure.includes('pre-existing shared memory block') || attempt > 20) throw startFailed(folders, failure)
    await stopOrphans(folders.data, attempt)
  }
}

/**
 * PostgreSQL does not start while postmaster.pid names a living process, which may be any after a restart of the
 * machine. It accepts the id of its own parent, so the file gets that id; its check of shared memory still applies.
 */
function releaseReusedPid(folders: StateFolders, user: ServerUser): void {
  const running = readPostmaster(folders.data)
  if (running === undefined || !isAlive(running.pid) || isPostgresProcess(running.pid, folders.data)) return
  const file = join(folders.data, 'postmaster.pid')
  const changed = `${file}.${process.pid}`
  writeFileSync(changed, readFileSync(file, 'utf8').replace(/^-?\d+/, String(process.pid)), { flag: 'wx', mode: 0o600 })
  if (user.isOther) lchownSync(changed, user.uid, user.gid)
  renameSync(changed, file)
}

/** The lock file of the socket may name a reused process id as well; no other server uses this folder. */
function forgetSocket(socketDir: string): void {
  for (const name of [`.s.PGSQL.${socketPort}`, `.s.PGSQL.${socketPort}.lock`]) {
    rmSync(join(socketDir, name), { force: true })
  }
}

/** Sessions that outlived a killed server keep its memory in use. They end by themselves or are terminated. */
async function stopOrphans(dataDir: string, attempt: number): Promise<void> {
  if (attempt > 5)
    for (const pid of listPostgresProcesses(dataDir)) sendSignal(pid, attempt > 10 ? 'SIGKILL' : 'SIGQUIT')
  await sleep(50 * attempt)
}

/** Returns the log of the server if it ended before it was ready. */
async function tryLaunch(plan: LaunchPlan): Promise<string | undefined> {
  const { folders, user, binaries, socketDir, isDurable, log } = plan
  const getLogSize = () => statSync(folders.logFile, { throwIfNoEntry: false })?.size ?? 0
  if (getLogSize() > maxLogBytes) renameSync(folders.logFile, `${folders.logFile}.1`)
  const logStart = getLogSize()
  const output = openSync(folders.logFile, 'a', 0o600)
  const quick = isDurable ? [] : ['fsync=off', 'full_page_writes=off', 'wal_level=minimal', 'max_wal_senders=0']
  const settings = [
    ...sharedMemorySetting(),
    `unix_socket_directories="${socketDir.replaceAll('"', '""')}"`,
    'unix_socket_permissions=0700',
    `hba_file=${folders.accessFile}`,
    'listen_addresses=',
    `port=${socketPort}`,
    ...quick,
  ]
  const child = spawn(binaries.postgres, ['-D', folders.data, ...settings.flatMap((setting) => ['-c', setting])], {
    cwd: folders.home,
    env: serverEnv,
    detached: true,
    stdio: ['ignore', output, output],
    ...asUser(user),
  })
  closeSync(output)
  const exit = new Promise<'ended'>((resolve, reject) => {
    child.once('exit', () => resolve('ended'))
    child.once('error', (error) => reject(toSpawnError(binaries.postgres, error)))
  })
  child.unref()
  for (let waited = 0; ; waited += pollMs) {
    if ((await Promise.race([exit, sleep(pollMs)])) === 'ended')
      return readFileSync(folders.logFile).subarray(logStart).toString('utf8')
    const running = readPostmaster(folders.data)
    if (running?.pid === child.pid && running?.isReady) return undefined
    if (waited % 10_000 === 9_995) log('The database is still recovering from a crash.')
  }
}

/** A cluster may be started where its POSIX shared memory is not available, as in a container without /dev/shm. */
function sharedMemorySetting(): string[] {
  if (process.platform !== 'linux') return []
  const mode = statSync('/dev/shm', { throwIfNoEntry: false })?.mode ?? 0
  return (mode & 0o003) === 0o003 ? [] : ['dynamic_shared_memory_type=sysv']
}

const startFailed = (folders: StateFolders, output: string) =>
  toProgramError(
    folders.home,
    `The database in ${folders.data} could not be started.`,
    output,
    `The whole log is ${folders.logFile}. If the data is damaged, restore your copy of the folder, or move it away ` +
      'and restore a backup into the new, empty database with "npm run db:restore -- FILE".',
  )

/** Stops the server, after 6 s without a clean shutdown. False if its process is not visible from here. */
export async function stopPostmaster(folders: StateFolders): Promise<boolean> {
  const running = readPostmaster(folders.data)
  if (running === undefined) return true
  if (!isPostgresProcess(running.pid, folders.data)) return false
  for (const [signal, timeoutMs] of [
    ['SIGINT', 6_000],
    ['SIGQUIT', 2_000],
    ['SIGKILL', 2_000],
  ] as const) {
    sendSignal(running.pid, signal)
    for (let waited = 0; waited < timeoutMs; waited += pollMs) {
      if (!isPostgresProcess(running.pid, folders.data)) return true
      await sleep(pollMs)
    }
  }
  throw new Error(`The process ${running.pid} of the database cannot be stopped.`)
}
