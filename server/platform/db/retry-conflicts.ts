import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool } from 'pg'
import { findDatabaseErrorCode, isUnprepared } from './error-code.ts'

const retriable = new Set(['40001', '40P01'])
const attempts = 10
/**
 * Maximum random milliseconds after the first conflict, or as long as the work took, which a busy machine lengthens; it
 * grows, so that one of many callers goes first.
 */
const pauseMs = 10

/** Runs `work` again after a serialization failure, a deadlock, or a missing prepared statement of a session. */
export async function retryConflicts<Result>(work: () => Promise<Result>, sessions = 0): Promise<Result> {
  for (let conflicts = 1, unprepared = 0; ; ) {
    const began = performance.now()
    try {
      return await work()
    } catch (error) {
      if (isUnprepared(error) && unprepared++ < sessions) continue
      if (!retriable.has(findDatabaseErrorCode(error) ?? '') || conflicts === attempts) throw error
      await sleep(Math.random() * Math.max(pauseMs, performance.now() - began) * conflicts++)
    }
  }
}

/** The method `query` of a pool or client, whatever its arguments. */
export type RunQuery = (...args: readonly unknown[]) => Promise<unknown>

/** Retries each statement that a pool runs by itself: it is a transaction of its own. */
export function retryStatements(pool: Pool): void {
  const query = pool.query.bind(pool) as RunQuery
  const retried: RunQuery = (...args) => retryConflicts(() => query(...args))
  Object.assign(pool, { query: retried })
}
