import { existsSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { describeError } from '#server/platform/describe-error.ts'
import type { Keeper } from './keeper.ts'
import { withLock } from './lock.ts'
import { ensureServer, type ServerOptions } from './server.ts'
import { socketFile } from './socket.ts'

const maxRetryMs = 5_000
/** Milliseconds between two checks of the socket file. */
const checkMs = 1_000

type WatchOptions = ServerOptions & { readonly socketDir: string }

/**
 * Keeps the keeper's session open from now on. If the server dies or its socket file is deleted, every process that
 * uses it comes here: the first to get the lock restarts it, the others find it running. The delay between failures
 * doubles up to 5 s.
 */
export function watchServer(first: Keeper, server: WatchOptions): { end(): Promise<Keeper | undefined> } {
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
