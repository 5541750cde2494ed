import { connect, type Socket } from 'node:net'
import type { Client, ClientBase, Pool, PoolClient } from 'pg'

/** False while a query is running; undefined before the first. */
const isReady = (client: PoolClient) => (client as { readyForQuery?: boolean }).readyForQuery

/** The socket, which the driver does not expose. */
export const getSocket = (client: ClientBase) => (client as PoolClient).connection.stream as Socket

/** Tolerance beyond a time limit, in milliseconds. */
export type Grace = {
  /** Time for the database to end the statement by itself; then it is cancelled. */
  readonly cancelAfter: number
  /** Time for any response to the cancellation; then the connection is considered broken. */
  readonly giveUpAfter: number
}

const usualGrace: Grace = { cancelAfter: 1_000, giveUpAfter: 2_000 }

/**
 * Ends statements that exceed `timeout` (milliseconds, 0 for no limit) if the limit of the database does not: behind a
 * connection pooler it may not be set. If there is still no response, because the server is frozen or the network drops
 * packets, the query fails with ETIMEDOUT and the pool drops the connection.
 */
export function endLongStatements(pool: Pool, timeout: number, grace = usualGrace): void {
  const { cancelAfter, giveUpAfter } = grace
  const limit = timeout === 0 ? 0 : timeout + cancelAfter
  pool.on('connect', (client) => {
    const socket = getSocket(client)
    socket.on('timeout', () => {
      if (isReady(client) !== false) return
      const { bytesRead } = socket
      requestCancel(client as unknown as CancellableClient, giveUpAfter)
      setTimeout(() => {
        if (socket.bytesRead !== bytesRead) return
        const error = new Error(`The database was silent for ${limit + giveUpAfter} ms.`)
        socket.destroy(Object.assign(error, { code: 'ETIMEDOUT' }))
      }, giveUpAfter).unref()
    })
  })
  pool.on('acquire', (client) => getSocket(client).setTimeout(limit))
}

/** The host of a client's connection, and the cancel key from the server. */
type CancellableClient = Pick<Client, 'host' | 'port'> & { readonly processID: number; readonly secretKey: number }

const cancelCode = 80_877_102

/** Sends PostgreSQL's cancel request on a separate connection; a pooler passes it on to the session. */
function requestCancel({ host, port, processID, secretKey }: CancellableClient, giveUpAfter: number): void {
  const message = Buffer.alloc(16)
  for (const [index, value] of [message.length, cancelCode, processID, secretKey].entries()) {
    message.writeInt32BE(value, index * 4)
  }
  const socket = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host)
  // If the database is unreachable, the connection itself is abandoned soon.
  socket.on('error', () => {})
  socket.setTimeout(giveUpAfter, () => socket.destroy())
  // The server closes the connection. PgBouncer 1.18 exits if the client closes it first.
  socket.write(message)
}

/** Removes the time limit of statements in the open transaction. */
export async function liftTimeLimits(client: PoolClient): Promise<void> {
  await setTimeLimit(client, 0)
}

/** Sets the time limit of each statement in the open transaction, in milliseconds; 0 for none. */
export async function setTimeLimit(client: PoolClient, milliseconds: number): Promise<void> {
  getSocket(client).setTimeout(milliseconds === 0 ? 0 : milliseconds + usualGrace.cancelAfter)
  await client.query(`set local statement_timeout = ${milliseconds}`)
}
