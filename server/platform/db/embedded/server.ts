import { existsSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { describeError, findErrorCode } from '#server/platform/describe-error.ts'
import { provideBinaries } from './binaries.ts'
import { checkCluster, createCluster } from './cluster.ts'
import { connectKeeper, type Keeper } from './keeper.ts'
import { type LaunchPlan, launchPostmaster, readPostmaster, stopPostmaster } from './postmaster.ts'
import { isPostgresProcess } from './processes.ts'
import { chooseSocketDir, prepareSocketDir } from './socket.ts'

export type ServerOptions = Omit<LaunchPlan, 'binaries' | 'socketDir'> & {
  /** The folder in which the server must listen if clients already know its URL; its database then must exist. */
  readonly socketDir?: string
}

type FoundServer = { readonly keeper: Keeper; readonly socketDir: string; readonly isLaunched: boolean }

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

/** Starts the server; undefined if an application that was killed started another first. */
async function startServer(options: ServerOptions): Promise<FoundServer | undefined> {
  const { folders, user, isDurable, log } = options
  const binaries = provideBinaries(folders.home, user)
  if (!existsSync(folders.data)) {
    if (options.socketDir !== undefined) throw new Error(`The data folder ${folders.data} has disappeared.`)
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
    const { pid, socketDir, isReady } = postmaster
    const keeper = await connectKeeper(socketDir).catch((error: Error) => error)
    if (!(keeper instanceof Error)) return { keeper, socketDir, isLaunched: false }
    const refusal = classifyRefusal(keeper)
    if (refusal === 'silent' && !isPostgresProcess(pid, folders.data)) return undefined
    const waited = Date.now() - begun
    if (refusal === 'other' || (waited > responseTimeoutMs && (refusal === 'silent' || isReady))) {
      throw new Error(
        `The database in ${folders.data} is running (process ${pid}), but does not respond: ${describeError(keeper)}. ` +
          `Its log is ${folders.logFile}. To stop it: kill -INT ${pid}`,
        { cause: keeper },
      )
    }
    if (refusal === 'silent' && isReady && waited > unreachableMs) {
      log('The database is running, but its socket is missing: restarting it.')
      await stopPostmaster(folders)
    }
    await sleep(pollMs)
  }
}

/** No listener (`silent`), a server that is starting or stopping (`busy`), or `other`. */
function classifyRefusal(error: Error): 'silent' | 'busy' | 'other' {
  const code = findErrorCode(error) ?? ''
  if (code === 'ENOENT' || code === 'ECONNREFUSED') return 'silent'
  const isBusy = ['57P03', '53300', '57P01', '57P02', 'ECONNRESET', 'EPIPE', 'EAGAIN'].includes(code)
  return isBusy || /terminated unexpectedly|timeout expired/i.test(error.message) ? 'busy' : 'other'
}
