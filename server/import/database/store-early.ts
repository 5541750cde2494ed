import type { PoolClient } from 'pg'
import { newId } from '#server/platform/ids.ts'
import { earlyStatements, type MergePlan } from './merge-statements.ts'
import type { StagedPortion } from './staging.ts'

/**
 * Stores the first rows of a file while the rest is read, so that the database does not wait for the reader. It stops at
 * the first portion that repeats a record or holds an existing one; that portion and all after it are merged at the end.
 * Use it inside one transaction.
 */
export type EarlyStore = {
  /** Stores a staged portion, if possible. */
  store(portion: StagedPortion): Promise<void>
  /** Whether all rows were stored. */
  readonly isComplete: boolean
  /**
   * Leaves in the staging table only what is still to be merged. Stored records that a later row repeats are deleted
   * again, to be merged with it. Returns the number of records that stay stored and of the stubs created for them.
   */
  finish(): Promise<{ readonly inserted: number; readonly stubs: number }>
}

export function createEarlyStore(client: PoolClient, plan: MergePlan): EarlyStore {
  const statements = earlyStatements(plan)
  let storedTo = 0
  let inserted = 0
  let isComplete = true
  const run = async (statement: string, values: (number | string)[]) =>
    (await client.query(statement, values)).rowCount ?? 0
  const eventId = () => newId('evt', plan.author.now)
  return {
    async store({ after, last, isDistinct }) {
      if (!isComplete) return
      const stored = isDistinct ? await run(statements.insert, [after, last, eventId()]) : 0
      isComplete = stored > 0
      if (!isComplete) return
      inserted += stored
      storedTo = last
    },
    get isComplete() {
      return isComplete
    },
    async finish() {
      if (inserted === 0) return { inserted, stubs: 0 }
      const deleted = isComplete ? 0 : await run(statements.deleteRepeated, [storedTo])
      if (statements.stubs) await run(statements.stubs.lock, [storedTo])
      const stubs = statements.stubs ? await run(statements.stubs.insert, [storedTo, eventId()]) : 0
      if (!isComplete) await run(statements.unstage, [storedTo])
      return { inserted: inserted - deleted, stubs }
    },
  }
}
