import type { Queryable, Transaction } from './client.ts'
import { databaseErrorCode } from './error-code.ts'

const retriable = new Set(['40001', '40P01'])
const attempts = 5

/**
 * Runs `work` in a transaction, again when the database gave it up for another one (40001 serialization failure,
 * 40P01 deadlock). Inside a transaction already, `work` joins it.
 */
export async function inTransaction<Result>(
  db: Queryable,
  work: (tx: Transaction) => Promise<Result>,
): Promise<Result> {
  return 'rollback' in db ? work(db) : retryConflicts(db, () => db.transaction(work))
}

/** Runs `work`, one statement that is a transaction by itself, with the same repetitions. */
export async function retryConflicts<Result>(db: Queryable, work: () => Promise<Result>): Promise<Result> {
  if ('rollback' in db) return work()
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work()
    } catch (error) {
      if (attempt === attempts || !retriable.has(databaseErrorCode(error) ?? '')) throw error
    }
  }
}
