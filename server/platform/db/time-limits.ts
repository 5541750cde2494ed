import { connect, type Socket } from 'node:net'
import type { Client, ClientBase, Pool, PoolClient } from 'pg'

/** False while a query waits for its response; undefined before the first. */
const isReady = (client: PoolClient) => (client as { readyForQuery?: boolean }).readyForQuery

/** The socket that the driver does not expose. */
export const socketOf = (client: ClientBase) => (client as PoolClient).connection.stream as Socket

/** Milliseconds that the database has to end a statement by itself before it is asked to. */
const cancelAfter = 1_000
/** Milliseconds after which a connection on which nothing moves, even so, is taken for broken. */
const giveUpAfter = 2_000

/**
 * Ends statements that take longer than `timeout` (milliseconds, 0 for no limit) where the database's own limit does
 * not: behind a connection pooler it may not be set. Then, if nothing moves still, because the server is frozen or the
 * network swallows what is sent, the query fails with ETIMEDOUT and the pool drops the connection.
 */
export function endLongStatements(pool: Pool, timeout: number): void {
  const limit = timeout === 0 ? 0 : timeout + cancelAfter
  pool.on('connect', (client) => {
    const socket = socketOf(client)
    socket.on('timeout', () => {
      if (isReady(client) !== false) return
      const { bytesRead } = socket
      requestCancel(client as unknown as CancellableClient)
      setTimeout(() => {
        if (socket.bytesRead !== bytesRead) return
        const error = new Error(`The database was silent for ${limit + giveUpAfter} ms.`)
        socket.destroy(Object.assign(error, { code: 'ETIMEDOUT' }))
      }, giveUpAfter).unref()
    })
  })
  pool.on('acquire', (client) => socketOf(client).setTimeout(limit))
}

/** Where a client is connected to, and the key that the server gave it at the start. */
type CancellableClient = Pick<Client, 'host' | 'port'> & { readonly processID: number; readonly secretKey: number }

const cancelCode = 80_877_102

/** Sends PostgreSQL's cancel request on a connection of its own; a pooler passes it on to the session that is at work. */
function requestCancel({ host, port, processID, secretKey }: CancellableClient): void {
  const message = Buffer.alloc(16)
  for (const [index, value] of [message.length, cancelCode, processID, secretKey].entries()) {
    message.writeInt32BE(value, index * 4)
  }
  const socket = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host)
  // Where the database is out of reach, the connection itself is given up soon.
  socket.on('error', () => {})
  socket.setTimeout(giveUpAfter, () => socket.destroy())
  // The server closes the connection. PgBouncer 1.18 ends itself when it is closed from here first.
  socket.write(message)
}

/** Lets the statements of the open transaction take as long as they need. */
export async function liftTimeLimits(client: PoolClient): Promise<void> {
  socketOf(client).setTimeout(0)
  await client.query('set local statement_timeout = 0')
}
