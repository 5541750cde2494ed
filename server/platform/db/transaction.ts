import { type AnyColumn, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import type { PoolClient } from 'pg'
import { processWideFor } from '#server/platform/process/process-wide.ts'
import type { Database, Queryable, Transaction } from './client.ts'
import { isUnprepared } from './error-code.ts'
import { assignConnection } from './prepared.ts'
import { isReadOnlyError } from './read-only.ts'
import { retryConflicts } from './retry-conflicts.ts'

/**
 * Runs `work` in a transaction, at the isolation level for which every command is written (whatever the default of the
 * database), and retries it after a serialization failure (40001), a deadlock (40P01) or a missing prepared statement.
 * Inside a transaction `work` joins it.
 */
export async function transact<Result>(db: Queryable, work: (tx: Transaction) => Promise<Result>): Promise<Result> {
  if ('rollback' in db) return work(db)
  // A session without the prepared statement is dropped; this may happen with every session of the pool.
  return retryConflicts(() => transactOnce(db, work), 'options' in db.$client ? db.$client.options.max : 0)
}

/** One transaction on a connection of the pool, which is dropped if it cannot be reused. */
async function transactOnce<Result>(db: Database, work: (tx: Transaction) => Promise<Result>): Promise<Result> {
  if (!('totalCount' in db.$client)) return begin(db, work)
  const client = await db.$client.connect()
  let isStale = false
  try {
    return await begin(databaseOn(client), work)
  } catch (error) {
    isStale = isUnprepared(error) || isReadOnlyError(error)
    throw error
  } finally {
    client.release(isStale || client.getTransactionStatus() !== 'I')
  }
}

const databaseOn = (client: PoolClient): Database => processWideFor('connections', client, () => drizzle({ client }))

/** Fails with the error of `work` even if the rollback fails: the connection is dropped, which rolls back too. */
async function begin<Result>(db: Database, work: (tx: Transaction) => Promise<Result>): Promise<Result> {
  let failure: { readonly error: unknown } | undefined
  const noteFailure = (error: unknown): never => {
    failure = { error }
    throw error
  }
  try {
    return await db.transaction(
      (tx) => {
        assignConnection(tx, db)
        return work(tx).catch(noteFailure)
      },
      { isolationLevel: 'read committed' },
    )
  } catch (error) {
    throw failure ? failure.error : error
  }
}

/**
 * The condition that a value is among those that a subquery locks. With `in`, PostgreSQL may run the subquery for each
 * row, and `skip locked` then locks other rows each time, more than its limit; an array is made once.
 */
export const isAmongLocked = (value: AnyColumn, subquery: SQLWrapper): SQL => sql`${value} = any(array(${subquery}))`
