import { hash } from 'node:crypto'
import { getTableColumns, type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { processWide, processWideFor } from '#server/platform/process/process-wide.ts'
import { type Database, isThroughPooler, type Queryable, type Transaction } from './client.ts'

/** Maximum prepared statements of each session; further queries are built and planned each time. */
const maxPrepared = 300

/** A query built by drizzle, whose values are placeholders. */
type Preparable<Rows> = {
  prepare(name: string): { execute(values: Record<string, unknown>): Promise<Rows> }
}

/**
 * Runs a query that drizzle builds once for each pool (inside a transaction: each connection) and PostgreSQL parses
 * once for each session. `key` identifies the SQL: two queries with the same key may differ only in the values of their
 * placeholders. Behind a connection pooler the query is built each time.
 */
export function runPrepared<Rows>(
  db: Queryable,
  key: string,
  values: Record<string, unknown>,
  build: (db: Queryable) => Preparable<Rows>,
): Promise<Rows> {
  if (isThroughPooler()) return build(db).prepare('').execute(values)
  const owner = connections().get(db) ?? db
  const prepared = processWideFor('prepared-queries', owner, () => new Map<string, unknown>())
  const statement = prepared.get(key) as ReturnType<Preparable<Rows>['prepare']> | undefined
  const isCached = statement !== undefined || prepared.size < maxPrepared
  const query = statement ?? build(owner).prepare(isCached ? `hindsight_${hash('sha256', key, 'base64url')}` : '')
  if (isCached) prepared.set(key, query)
  return query.execute(values)
}

/** The connection of each transaction, whose prepared queries serve all its transactions. */
const connections = () => processWide('connections-of-transactions', () => new WeakMap<Queryable, Database>())

export const assignConnection = (tx: Transaction, connection: Database) => void connections().set(tx, connection)

/** For an insert or update with `runPrepared`. Values of JSON and array columns must not be null. */
export function createPlaceholders<Name extends string>(
  table: PgTable,
  row: Readonly<Record<Name, unknown>>,
): Record<Name, SQL> {
  const columns = getTableColumns(table)
  const entries = Object.keys(row).map((name) => [name, sql`${sql.param(sql.placeholder(name), columns[name])}`])
  return Object.fromEntries(entries)
}
