import type { Server, ServerResponse } from 'node:http'
import { Server as NetServer, type Socket } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'

export type Drain = {
  /** Registers a request; call it for every request before its response. */
  admit(response: ServerResponse): void
  /**
   * Stops accepting connections, finishes every request that has arrived, and resolves when the last connection has
   * closed.
   */
  finish(): Promise<void>
}

/**
 * Milliseconds that an idle connection stays open after the shutdown began. `server.close` would close it at once, even
 * when a request is just arriving.
 */
const linger = 1_000

/** Shuts a server down without failing a request. After `timeoutMs` the remaining connections are closed. */
export function createDrain(server: Server, timeoutMs: number): Drain {
  /** The last response of each connection, which may end it. */
  const last = new Map<Socket, ServerResponse>()
  let isFinishing = false
  return {
    admit(response) {
      if (isFinishing) response.shouldKeepAlive = false
      const { socket } = response.req
      if (!last.has(socket)) socket.once('close', () => last.delete(socket))
      last.set(socket, response)
    },
    async finish() {
      await acceptWaiting(server)
      const closed = new Promise<void>((resolve) => {
        NetServer.prototype.close.call(server, () => resolve())
      })
      isFinishing = true
      for (const response of last.values()) response.shouldKeepAlive = false
      // One turn of the event loop later, so that a request that has arrived is read and its connection stays open.
      const closeIdle = setInterval(() => setImmediate(() => server.closeIdleConnections()), linger)
      const cut = setTimeout(() => server.closeAllConnections(), timeoutMs)
      await closed
      clearInterval(closeIdle)
      clearTimeout(cut)
    },
  }
}

/** Accepts the waiting connections until none comes for some turns: closing the listener would reset them. */
async function acceptWaiting(server: Server): Promise<void> {
  let quiet = 0
  const count = () => {
    quiet = 0
  }
  server.on('connection', count)
  for (let turn = 0; quiet < 5 && turn < 1000; turn += 1) {
    quiet += 1
    await nextTurn()
  }
  server.off('connection', count)
}
