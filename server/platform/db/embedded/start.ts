import { existsSync, rmSync } from 'node:fs'
import { resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describeError } from '#server/platform/describe-error.ts'
import { processWide } from '#server/platform/process/process-wide.ts'
import { prepareFolders } from './data-dir.ts'
import type { Keeper } from './keeper.ts'
import { withLock } from './lock.ts'
import { readPostmaster, stopPostmaster } from './postmaster.ts'
import { ensureServer, findServer, type ServerOptions } from './server.ts'
import { socketFile, socketUrl } from './socket.ts'
import { stateFolders } from './state-folders.ts'

type EmbeddedPostgres = {
  /** Connection string for pg, drizzle-kit and psql. It stays the same after a restart of the server. */
  readonly url: string
  /** False if the server was running already. */
  readonly isLaunched: boolean
  /** Stops the server unless another process still uses it. Further calls do nothing. */
  stop(): Promise<'stopped' | 'left running'>
}

type EmbeddedPostgresOptions = {
  readonly dataDir: string
  /** False only for tests: the server does not wait for the disk, and a crash of the machine may lose data. */
  readonly isDurable?: boolean
  /** Called when the server died, was restarted, or takes long. */
  readonly log?: (message: string) => void
}

type SharedServer = { readonly server: Promise<EmbeddedPostgres>; users: number }

const serversOfProcess = () => processWide('embedded-postgres', () => new Map<string, SharedServer>())

/**
 * Starts the PostgreSQL server of a state folder, or joins the running one, and restarts it if it dies while this
 * process uses it. The last process that releases it stops it. Callers in one process share it. The message of an error
 * explains what is wrong and what to do.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const dataDir = resolve(options.dataDir)
  const servers = serversOfProcess()
  const shared = servers.get(dataDir) ?? { server: supervise({ ...options, dataDir }), users: 0 }
  servers.set(dataDir, shared)
  shared.users++
  const release = () => {
    shared.users--
    if (shared.users === 0 && servers.get(dataDir) === shared) servers.delete(dataDir)
    return shared.users === 0
  }
  try {
    const server = await shared.server
    let stopped: ReturnType<EmbeddedPostgres['stop']> | undefined
    const stop = async () => (release() ? server.stop() : 'left running')
    return { ...server, stop: () => (stopped ??= stop()) }
  } catch (error) {
    release()
    throw error
  }
}

/** For a process that ends at once: running statements fail. A server in use by another process stays. */
export async function abandonEmbeddedPostgres(): Promise<void> {
  await Promise.allSettled([...serversOfProcess().values()].map(async ({ server }) => (await server).stop()))
}

/** Stops an unused server whose application was killed. Starts none. */
export async function stopOrphanedPostgres(dataDir: string): Promise<void> {
  if (readPostmaster(stateFolders(resolve(dataDir)).data) === undefined) return
  await (await startEmbeddedPostgres({ dataDir })).stop()
}

async function supervise(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { folders, user } = prepareFolders(options.dataDir)
  const { isDurable = true, log = () => {} } = options
  const server: ServerOptions = { folders, user, isDurable, log }
  const { keeper: first, socketDir, isLaunched } = await withLock(folders.lockFile, () => ensureServer(server))
  const watch = watchServer(first, { ...server, socketDir })
  return {
    url: socketUrl(socketDir),
    isLaunched,
    async stop() {
      const keeper = await watch.end()
      return withLock(folders.lockFile, async () => {
        if (await isStillUsed(keeper, server)) return 'left running'
        if (!(await stopPostmaster(folders))) return 'left running'
        if (socketDir !== folders.run) rmSync(socketDir, { recursive: true, force: true })
        return 'stopped'
      })
    },
  }
}

/** True if other processes have a session. Closes our own session; a restart by others may have ended it. */
async function isStillUsed(keeper: Keeper | undefined, server: ServerOptions): Promise<boolean> {
  const remaining = (await countAndClose(keeper)) ?? (await countAndClose((await findServer(server))?.keeper))
  return remaining !== undefined && remaining > 0
}

async function countAndClose(keeper: Keeper | undefined): Promise<number | undefined> {
  try {
    return await keeper?.countOthers()
  } catch {
    return undefined
  } finally {
    await keeper?.close().catch(() => {})
  }
}

const maxRetryMs = 5_000
/** Milliseconds between two checks of the socket file. */
const checkMs = 1_000

type WatchOptions = ServerOptions & { readonly socketDir: string }

/**
 * Keeps the keeper's session open from now on. If the server dies or its socket file is deleted, every process that
 * uses it comes here: the first to get the lock restarts it, the others find it running. The delay between failures
 * doubles up to 5 s.
 */
function watchServer(first: Keeper, server: WatchOptions): { end(): Promise<Keeper | undefined> } {
  const stopping = new AbortController()
  const watch = async () => {
    let keeper: Keeper | undefined = first
    for (let failures = 0; ; ) {
      if (keeper !== undefined) {
        await waitUntilUnreachable(keeper, server, stopping.signal)
        if (stopping.signal.aborted) return keeper
        server.log('The connection to the database was lost.')
        void keeper.close().catch(() => {})
        keeper = undefined
      }
      if (stopping.signal.aborted) return keeper
      try {
        const again = await withLock(server.folders.lockFile, () => ensureServer(server))
        keeper = again.keeper
        failures = 0
        server.log(again.isLaunched ? 'The database was restarted.' : 'The database is connected again.')
      } catch (error) {
        server.log(`The database cannot be restarted: ${describeError(error)}`)
        await sleep(Math.min(maxRetryMs, 100 * 2 ** failures++), undefined, { signal: stopping.signal }).catch(() => {})
      }
    }
  }
  const watching = watch()
  return {
    end() {
      stopping.abort()
      return watching
    },
  }
}

/**
 * Waits until the keeper's session has ended, no new one can be opened, or the watch is stopped. When its socket file
 * is deleted, a server continues with its open sessions but does not create the file again.
 */
async function waitUntilUnreachable(keeper: Keeper, { socketDir }: WatchOptions, stopping: AbortSignal): Promise<void> {
  const lost = new AbortController()
  void keeper.lost.then(() => lost.abort())
  const signal = AbortSignal.any([stopping, lost.signal])
  while (!signal.aborted && existsSync(socketFile(socketDir))) {
    await sleep(checkMs, undefined, { signal, ref: false }).catch(() => {})
  }
}
