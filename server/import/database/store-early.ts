import type { PoolClient } from 'pg'
import { earlyStatements, type MergePlan } from './merge-statements.ts'
import type { StagedPortion } from './staging.ts'

/**
 * Stores the rows at the beginning of a file while the rest is read, so that the database does not wait for the reader:
 * as long as each portion tells of new records only, and of each once. The first that does not, and all after it, wait
 * until everything is read. To be used inside one transaction.
 */
export type EarlyStore = {
  /** Stores a staged portion, or leaves it. */
  store(portion: StagedPortion): Promise<void>
  /** Whether all rows were stored. */
  readonly isComplete: boolean
  /**
   * Leaves in the staging table what is still to be merged, with all rows of each record that it tells of: where one of
   * those was stored it is taken back. Gives how many records are stored for good, and how many stubs were made for them.
   */
  settle(): Promise<{ readonly inserted: number; readonly stubs: number }>
}

export function createEarlyStore(client: PoolClient, plan: MergePlan): EarlyStore {
  const statements = earlyStatements(plan)
  let storedTo = 0
  let inserted = 0
  let isComplete = true
  const run = async (statement: string, values: number[]) => (await client.query(statement, values)).rowCount ?? 0
  return {
    async store({ after, last, isDistinct }) {
      if (!isComplete) return
      const stored = isDistinct ? await run(statements.insert, [after, last]) : 0
      isComplete = stored > 0
      if (!isComplete) return
      inserted += stored
      storedTo = last
    },
    get isComplete() {
      return isComplete
    },
    async settle() {
      if (inserted === 0) return { inserted, stubs: 0 }
      const takenBack = isComplete ? 0 : await run(statements.takeBack, [storedTo])
      const stubs = statements.stubs === undefined ? 0 : await run(statements.stubs, [storedTo])
      if (!isComplete) await run(statements.forget, [storedTo])
      return { inserted: inserted - takenBack, stubs }
    },
  }
}
