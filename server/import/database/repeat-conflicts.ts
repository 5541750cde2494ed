import { databaseErrorCode } from '#server/platform/db/error-code.ts'

/** Number of times that rows are read and written in spite of concurrent writes of the same records. */
const attempts = 3
/** Error codes after a concurrent write: conflicts, and a key that was inserted since it was looked up. */
const conflictCodes = new Set(['40001', '40P01', '23505'])

/** Repeats a whole transaction after a concurrent write of the same records. */
export async function repeatConflicts<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work()
    } catch (error) {
      if (attempt === attempts || !conflictCodes.has(databaseErrorCode(error) ?? '')) throw error
    }
  }
}
