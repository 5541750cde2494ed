import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import { type ClientBase, Pool } from 'pg'
import { processWide } from '#server/platform/process/process-wide.ts'
import { retryStatements } from './retry-conflicts.ts'
import { endLongStatements, type Grace, getSocket } from './time-limits.ts'

/** The database through drizzle, on a pool or on one connection. */
export type Database = NodePgDatabase & { readonly $client: Pool | ClientBase }
export type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0]
/** A database or a transaction: the parameter of queries and commands. */
export type Queryable = Database | Transaction

export type PoolOptions = {
  readonly poolSize?: number
  /** Milliseconds; 0 for no limit. */
  readonly statementTimeout?: number
  /** Tolerance beyond the statement timeout. */
  readonly grace?: Grace
  /** True, as by default, if statements are sent together. COPY needs false, and each statement awaited. */
  readonly pipeline?: boolean
}

const connectionTimeout = 5_000

/** A pool of connections, and the database through it. */
export type PooledDatabase = { readonly db: Database; readonly pool: Pool }

/** Creates a pool for a PostgreSQL URL, without connecting yet. */
export function createDatabase(url: string, options: PoolOptions = {}): PooledDatabase {
  const { poolSize = 10, statementTimeout = 10_000, grace, pipeline = true } = options
  const pool = new Pool({
    connectionString: url,
    max: poolSize,
    connectionTimeoutMillis: connectionTimeout,
    idleTimeoutMillis: 30_000,
    pipeline,
    onConnect: (client) => prepareConnection(client as IdentifiedClient, statementTimeout),
  })
  // The query that waits on a broken connection fails, and an idle connection is replaced. Without a listener the error
  // would end the process.
  pool.on('connect', (client) => client.on('error', () => {}))
  pool.on('error', () => {})
  endLongStatements(pool, statementTimeout, grace)
  retryStatements(pool)
  return { db: drizzle(pool), pool }
}

/** Opens connections to the same database that are not pipelined, as COPY needs it. The caller closes them. */
export function openPlainPool(db: Queryable, options: Omit<PoolOptions, 'pipeline'> = {}) {
  const { pool } = createDatabase(getConnectionString(db), { poolSize: 1, ...options, pipeline: false })
  return { pool, close: () => pool.end() }
}

/** The connection string of a pool, password included. */
export const getConnectionString = (db: Queryable): string => getPool(db).options.connectionString ?? ''

export function getPool(db: Queryable): Pool {
  if (!('$client' in db) || !('totalCount' in db.$client)) throw new Error('A pool is needed, not a transaction.')
  return db.$client
}

/** `processID` is the number that the server sent when the connection started; a pooler sends a number of its own. */
type IdentifiedClient = ClientBase & { readonly processID: number | null }

const poolers = () => processWide('poolers', () => ({ isInUse: false }))

/** True if this process uses a connection pooler: prepared statements do not stay with a connection. */
export const isThroughPooler = (): boolean => poolers().isInUse

/**
 * Sets the statement timeout and the isolation level of a session that belongs to this connection. Not behind a pooler,
 * where the next statement may run in another session and this one may serve another client.
 */
async function prepareConnection(client: IdentifiedClient, statementTimeout: number): Promise<void> {
  const socket = getSocket(client)
  const giveUp = () =>
    socket.destroy(Object.assign(new Error('The database did not respond in time.'), { code: 'ETIMEDOUT' }))
  socket.setTimeout(connectionTimeout, giveUp)
  try {
    const { rowCount } = await client.query(
      `select set_config('statement_timeout', '${statementTimeout}', false),
        set_config('default_transaction_isolation', 'read committed', false)
      where pg_backend_pid() = ${client.processID ?? 0}`,
    )
    if (rowCount === 0) poolers().isInUse = true
  } finally {
    socket.off('timeout', giveUp)
    socket.setTimeout(0)
  }
}
