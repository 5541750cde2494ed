import { setTimeout as sleep } from 'node:timers/promises'
import { errorText } from './errors.ts'
import type { Keeper } from './keeper.ts'
import { withLock } from './lock.ts'
import { ensureServer, type ServerOptions } from './server.ts'

const SLOWEST_RETRY = 5_000

/**
 * Holds the keeper's session open from now on. When the server dies, every process that uses it comes here: whoever
 * gets the lock first starts it again, the others find it running. Between failures the pause doubles up to 5 s.
 */
export function watchServer(first: Keeper, server: ServerOptions): { end(): Promise<Keeper | undefined> } {
  const stopping = new AbortController()
  const stopped = new Promise<void>((resolve) => stopping.signal.addEventListener('abort', () => resolve()))

  const watch = async () => {
    let keeper: Keeper | undefined = first
    for (let failures = 0; ; ) {
      if (keeper !== undefined) await Promise.race([keeper.lost, stopped])
      if (stopping.signal.aborted) return keeper
      if (keeper !== undefined) server.log('The connection to the database was lost.')
      keeper = undefined
      try {
        const again = await withLock(server.folders.lockFile, () => ensureServer(server))
        keeper = again.keeper
        failures = 0
        server.log(again.isLaunched ? 'The database was started again.' : 'The database answers again.')
      } catch (error) {
        server.log(`The database cannot be started again: ${errorText(error)}`)
        await sleep(Math.min(SLOWEST_RETRY, 100 * 2 ** failures++), undefined, { signal: stopping.signal }).catch(
          () => {},
        )
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
