import type { Server, ServerResponse } from 'node:http'
import { Server as NetServer, type Socket } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'

export type Drain = {
  /** Call for every request before it is answered. */
  admit(response: ServerResponse): void
  /** Takes no more connections, lets every request that has arrived be answered, and resolves when the last is gone. */
  finish(): Promise<void>
}

/**
 * Milliseconds that a connection between two requests stays open after the end was asked for. `server.close` would cut
 * it at once, with the request that the client is just sending.
 */
const linger = 1_000

/** Brings a server to its end without failing a request. After `patience` milliseconds what is left is cut. */
export function drainOf(server: Server, patience: number): Drain {
  /** The last response of each connection, the one that may end it. */
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
      // After a turn of the loop, so that what has arrived by then is read and keeps its connection.
      const closeIdle = setInterval(() => setImmediate(() => server.closeIdleConnections()), linger)
      const cut = setTimeout(() => server.closeAllConnections(), patience)
      await closed
      clearInterval(closeIdle)
      clearTimeout(cut)
    },
  }
}

/** Connections that wait to be accepted would be reset with the listener: takes them until none comes for some turns. */
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
