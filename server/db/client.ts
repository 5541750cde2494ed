import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import { type ClientBase, Pool } from 'pg'
import { limitSilence } from './time-limits.ts'

/** The database through drizzle, on a pool or on one connection. */
export type Database = NodePgDatabase & { readonly $client: Pool | ClientBase }
export type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0]
/** A database or a transaction of it: what queries and commands take. */
export type Queryable = Database | Transaction

export type PoolOptions = {
  readonly poolSize?: number
  /** Milliseconds. */
  readonly statementTimeout?: number
}

/** Milliseconds beyond the statement timeout until a server that has not given up on the statement is taken for frozen. */
const grace = 3_000

/** Opens a pool (its sessions in UTC) on a PostgreSQL address. Nothing is connected until the first query. */
export function createDatabase(url: string, options: PoolOptions = {}): { db: Database; pool: Pool } {
  const { poolSize = 10, statementTimeout = 10_000 } = options
  const pool = new Pool({
    connectionString: url,
    max: poolSize,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
    options: `-c timezone=UTC -c statement_timeout=${statementTimeout}`,
  })
  // What fails with a connection in use is told to whoever waits for its query; without a listener the process ends.
  pool.on('connect', (client) => client.on('error', () => {}))
  limitSilence(pool, statementTimeout + grace)
  return { db: drizzle(pool), pool }
}
