import { setTimeout as sleep } from 'node:timers/promises'
import { drizzle } from 'drizzle-orm/node-postgres'
import type { PoolClient } from 'pg'
import { processWideFor } from '#server/platform/process-wide.ts'
import type { Database, Queryable, Transaction } from './client.ts'
import { databaseErrorCode, isUnprepared } from './error-code.ts'
import { preparedWithin } from './prepared.ts'
import { isReadOnlyError } from './read-only.ts'

const retriable = new Set(['40001', '40P01'])
const attempts = 10
/** Milliseconds of the longest pause after the first conflict; the pauses grow with each, so that one of many goes first. */
const pauseMs = 10

/**
 * Runs `work` in a transaction, at the isolation level for which every command is written whatever the default of the
 * database, and retries it after a serialization failure (40001), a deadlock (40P01) or a missing
 * prepared statement. Inside a transaction `work` joins it.
 */
export async function inTransaction<Result>(
  db: Queryable,
  work: (tx: Transaction) => Promise<Result>,
): Promise<Result> {
  return 'rollback' in db ? work(db) : retryConflicts(db, () => transact(db, work))
}

/** One transaction on a connection of the pool, which is dropped if it cannot be reused. */
async function transact<Result>(db: Database, work: (tx: Transaction) => Promise<Result>): Promise<Result> {
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

/** Fails with the error of `work`, also where the rollback fails: its connection is dropped, which rolls back too. */
async function begin<Result>(db: Database, work: (tx: Transaction) => Promise<Result>): Promise<Result> {
  let failure: { readonly error: unknown } | undefined
  const noteFailure = (error: unknown): never => {
    failure = { error }
    throw error
  }
  try {
    return await db.transaction(
      (tx) => {
        preparedWithin(tx, db)
        return work(tx).catch(noteFailure)
      },
      { isolationLevel: 'read committed' },
    )
  } catch (error) {
    throw failure ? failure.error : error
  }
}

/** Runs `work`, a single statement, with the same retries. */
export async function retryConflicts<Result>(db: Queryable, work: () => Promise<Result>): Promise<Result> {
  if ('rollback' in db) return work()
  // A session without the prepared statement is dropped; this may happen with every session of the pool.
  const sessions = 'options' in db.$client ? db.$client.options.max : 0
  for (let [conflicts, lacks] = [1, 0]; ; ) {
    try {
      return await work()
    } catch (error) {
      if (isUnprepared(error) && lacks++ < sessions) continue
      if (!retriable.has(databaseErrorCode(error) ?? '') || conflicts === attempts) throw error
      await sleep(Math.random() * pauseMs * conflicts++)
    }
  }
}
