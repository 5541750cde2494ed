import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import { type ClientBase, Pool } from 'pg'
import { processWide } from '#server/platform/process-wide.ts'
import { endLongStatements, socketOf } from './time-limits.ts'

/** The database through drizzle, on a pool or on one connection. */
export type Database = NodePgDatabase & { readonly $client: Pool | ClientBase }
export type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0]
/** A database or a transaction of it: what queries and commands take. */
export type Queryable = Database | Transaction

export type PoolOptions = {
  readonly poolSize?: number
  /** Milliseconds; 0 for no limit. */
  readonly statementTimeout?: number
  /** Whether statements that are not awaited one by one are sent together. COPY cannot run on such a connection. */
  readonly pipeline?: boolean
}

const connectionTimeout = 5_000

/** Opens a pool on a PostgreSQL address. Nothing is connected until the first query. */
export function createDatabase(url: string, options: PoolOptions = {}): { db: Database; pool: Pool } {
  const { poolSize = 10, statementTimeout = 10_000, pipeline = false } = options
  const pool = new Pool({
    connectionString: url,
    max: poolSize,
    connectionTimeoutMillis: connectionTimeout,
    idleTimeoutMillis: 30_000,
    pipeline,
    onConnect: (client) => prepareConnection(client as IdentifiedClient, statementTimeout),
  })
  // The error of a broken connection reaches the query that waits on it, and an idle one is replaced. Without a listener
  // the error would end the process.
  pool.on('connect', (client) => client.on('error', () => {}))
  pool.on('error', () => {})
  endLongStatements(pool, statementTimeout)
  return { db: drizzle(pool), pool }
}

/** `processID` is what the server said at the start of the connection; a pooler says a number of its own. */
type IdentifiedClient = ClientBase & { readonly processID: number | null }

const poolers = () => processWide('poolers', () => ({ isInUse: false }))

/** Whether this process reaches its database through a connection pooler, so that a connection keeps no prepared statements. */
export const isThroughPooler = (): boolean => poolers().isInUse

/**
 * Sets the statement timeout of a session that is this connection's own. Behind a pooler nothing is set: the next
 * statement may run in another session, and this one may serve another client.
 */
async function prepareConnection(client: IdentifiedClient, statementTimeout: number): Promise<void> {
  const socket = socketOf(client)
  const giveUp = () =>
    socket.destroy(Object.assign(new Error('The database did not respond in time.'), { code: 'ETIMEDOUT' }))
  socket.setTimeout(connectionTimeout, giveUp)
  try {
    const { rowCount } = await client.query(
      `select set_config('statement_timeout', '${statementTimeout}', false) where pg_backend_pid() = ${client.processID ?? 0}`,
    )
    if (rowCount === 0) poolers().isInUse = true
  } finally {
    socket.off('timeout', giveUp)
    socket.setTimeout(0)
  }
}
