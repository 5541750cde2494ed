import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import { Pool } from 'pg'

/** The database through drizzle, on a pool. */
export type Database = NodePgDatabase
export type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0]
/** A database or a transaction of it: what queries and commands take. */
export type Queryable = Database | Transaction

export type PoolOptions = {
  readonly poolSize?: number
  /** Milliseconds. */
  readonly statementTimeout?: number
}

/** Opens a pool (its sessions in UTC) on a PostgreSQL address. Nothing is connected until the first query. */
export function createDatabase(url: string, options: PoolOptions = {}): { db: Database; pool: Pool } {
  const pool = new Pool({
    connectionString: url,
    max: options.poolSize ?? 10,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
    options: `-c timezone=UTC -c statement_timeout=${options.statementTimeout ?? 10_000}`,
  })
  return { db: drizzle(pool), pool }
}
