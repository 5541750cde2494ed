import { drizzle } from 'drizzle-orm/node-postgres'
import { processWide, processWideFor } from '#server/platform/process-wide.ts'
import type { Database, Queryable, Transaction } from './client.ts'
import { databaseErrorCode, isUnprepared } from './error-code.ts'
import { isReadOnlyError } from './read-only.ts'

const retriable = new Set(['40001', '40P01'])
const attempts = 5

/**
 * Runs `work` in a transaction, again when the database gave it up for another one (40001 serialization failure,
 * 40P01 deadlock) or its session lacked what was prepared. Inside a transaction already, `work` joins it.
 */
export async function inTransaction<Result>(
  db: Queryable,
  work: (tx: Transaction) => Promise<Result>,
): Promise<Result> {
  return 'rollback' in db ? work(db) : retryConflicts(db, () => transact(db, work))
}

const connections = () => processWide('transaction-connections', () => new WeakMap<Transaction, Database>())

/** What keeps the prepared queries of `db`: its pool or, for a transaction of `inTransaction`, the connection that it runs on. */
export const connectionOf = (db: Queryable): Database | undefined => ('$client' in db ? db : connections().get(db))

/**
 * One transaction on a connection of the pool, thrown away where it is not as it should be. Drizzle's own keeps the
 * connection for good when its `begin` fails, and gives it back in the middle of a transaction when its `rollback` does.
 */
async function transact<Result>(db: Database, work: (tx: Transaction) => Promise<Result>): Promise<Result> {
  if (!('totalCount' in db.$client)) return db.transaction(work)
  const client = await db.$client.connect()
  let isStale = false
  let failure: unknown
  const keepFailure = (error: unknown) => {
    failure = error
    throw error
  }
  try {
    const connection = processWideFor('connections', client, () => drizzle(client))
    return await connection.transaction((tx) => {
      connections().set(tx, connection)
      return work(tx).catch(keepFailure)
    })
  } catch (error) {
    // Where the rollback fails too, drizzle throws that error alone.
    const reason = failure ?? error
    isStale = isUnprepared(reason) || isReadOnlyError(reason)
    throw reason
  } finally {
    client.release(isStale || client.getTransactionStatus() !== 'I')
  }
}

/** Runs `work`, one statement that is a transaction by itself, with the same repetitions. */
export async function retryConflicts<Result>(db: Queryable, work: () => Promise<Result>): Promise<Result> {
  if ('rollback' in db) return work()
  // Each session that lacks what was prepared is thrown away, and all of the pool may.
  const sessions = 'options' in db.$client ? db.$client.options.max : 0
  for (let [conflicts, lacks] = [1, 0]; ; ) {
    try {
      return await work()
    } catch (error) {
      if (isUnprepared(error) && lacks++ < sessions) continue
      if (!retriable.has(databaseErrorCode(error) ?? '') || conflicts++ === attempts) throw error
    }
  }
}
