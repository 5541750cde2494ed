import { existsSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { describeError } from '#server/platform/describe-error.ts'
import { provideBinaries } from './binaries.ts'
import { checkCluster, createCluster } from './cluster.ts'
import { EmbeddedPostgresError } from './errors.ts'
import { classifyRefusal, connectKeeper, type Keeper } from './keeper.ts'
import { launchPostmaster, type Postmaster, readPostmaster, stopPostmaster } from './postmaster.ts'
import { isPostgresProcess } from './processes.ts'
import type { ServerUser } from './server-user.ts'
import { chooseSocketDir, prepareSocketDir } from './socket.ts'
import type { StateFolders } from './state-folders.ts'

export type ServerOptions = {
  readonly folders: StateFolders
  readonly user: ServerUser
  readonly isDurable: boolean
  /** True if a missing database may be created. */
  readonly mayCreate: boolean
  /** The folder in which the server must listen if clients already know its URL. */
  readonly socketDir?: string
  readonly log: (message: string) => void
}

export type FoundServer = { readonly keeper: Keeper; readonly socketDir: string; readonly isLaunched: boolean }

const pollMs = 20
/** Milliseconds to wait for a response of the server. */
const responseTimeoutMs = 60_000
/** Milliseconds after which a server that reports itself ready, but is unreachable, is restarted. */
const unreachableMs = 2_000

/** Connects to the server of these folders, starting it if necessary. Call with the lock held. */
export async function ensureServer(options: ServerOptions): Promise<FoundServer> {
  for (;;) {
    const server = (await findServer(options)) ?? (await startServer(options))
    if (server !== undefined) return server
  }
}

async function startServer(options: ServerOptions): Promise<FoundServer | undefined> {
  const { folders, user, isDurable, mayCreate, log } = options
  const binaries = provideBinaries(folders.home, user)
  if (!existsSync(folders.data)) {
    if (!mayCreate) throw new EmbeddedPostgresError('data_corrupt', `The data folder ${folders.data} has disappeared.`)
    await createCluster({ folders, user, binaries }, isDurable)
  }
  checkCluster({ folders, user, binaries })
  const socketDir = options.socketDir ?? chooseSocketDir(folders)
  prepareSocketDir(socketDir, user)
  const isLaunched = await launchPostmaster({ folders, user, binaries, socketDir, isDurable, log })
  if (!isLaunched) return undefined
  try {
    return { keeper: await connectKeeper(socketDir), socketDir, isLaunched }
  } catch (error) {
    await stopPostmaster(folders)
    throw error
  }
}

/** Connects to the server in postmaster.pid; undefined if it no longer runs. */
export async function findServer({ folders, log }: ServerOptions): Promise<FoundServer | undefined> {
  const begun = Date.now()
  for (;;) {
    const postmaster = readPostmaster(folders.data)
    if (postmaster === undefined) return undefined
    const response = await tryConnect(folders, postmaster)
    if ('keeper' in response) return response
    const connectError = classifyRefusal(response.error)
    const isOurs = isPostgresProcess(postmaster.pid, folders.data)
    if (connectError === 'silent' && !isOurs) return undefined
    if (connectError === 'other') throw notAnswering(folders, postmaster, response.error)
    const waited = Date.now() - begun
    if (connectError === 'silent' && postmaster.isReady && waited > unreachableMs) {
      log('The database is running, but its socket is missing: restarting it.')
      await stopPostmaster(folders)
    }
    if (waited > responseTimeoutMs && (connectError === 'silent' || postmaster.isReady)) {
      throw notAnswering(folders, postmaster, response.error)
    }
    await sleep(pollMs)
  }
}

/** Tries the socket at its usual place, then at the one in postmaster.pid: the state folder may have been moved. */
async function tryConnect(
  folders: StateFolders,
  postmaster: Postmaster,
): Promise<FoundServer | { readonly error: unknown }> {
  let failure: unknown
  for (const socketDir of new Set([chooseSocketDir(folders), postmaster.socketDir])) {
    try {
      return { keeper: await connectKeeper(socketDir), socketDir, isLaunched: false }
    } catch (error) {
      failure ??= error
      if (classifyRefusal(error) !== 'silent') return { error }
    }
  }
  return { error: failure }
}

function notAnswering(folders: StateFolders, { pid }: Postmaster, cause: unknown): EmbeddedPostgresError {
  return new EmbeddedPostgresError(
    'not_answering',
    `The database in ${folders.data} is running (process ${pid}), but does not respond: ${describeError(cause)}. ` +
      `Its log is ${folders.logFile}. To stop it: kill -INT ${pid}`,
    { cause },
  )
}
