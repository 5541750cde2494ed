import type { Socket } from 'node:net'
import type { Pool, PoolClient } from 'pg'

/** False while a query waits for its answer; undefined before the first. */
export const isReady = (client: PoolClient) => (client as { readyForQuery?: boolean }).readyForQuery

/** The socket that the driver keeps to itself. */
export const socketOf = ({ connection }: PoolClient) => connection.stream as Socket

/**
 * Gives up on a connection on which a query waits and nothing moves for `milliseconds`: the server is frozen or the
 * network swallows what is sent, and the server's own time limit cannot help. The query fails with ETIMEDOUT, and the
 * pool throws the connection away.
 */
export function limitSilence(pool: Pool, milliseconds: number): void {
  pool.on('connect', (client) => {
    const socket = socketOf(client)
    socket.on('timeout', () => {
      if (isReady(client) !== false) return
      const error = new Error(`The database was silent for ${milliseconds} ms.`)
      socket.destroy(Object.assign(error, { code: 'ETIMEDOUT' }))
    })
  })
  pool.on('acquire', (client) => socketOf(client).setTimeout(milliseconds))
}

/** Lets statements take as long as they need: to the end of the transaction, or until the connection is closed. */
export async function liftTimeLimits(client: PoolClient, scope: 'transaction' | 'session'): Promise<void> {
  socketOf(client).setTimeout(0)
  await client.query(scope === 'session' ? 'set statement_timeout = 0' : 'set local statement_timeout = 0')
}
