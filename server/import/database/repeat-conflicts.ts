import { findDatabaseErrorCode } from '#server/platform/db/error-code.ts'

/** Maximum attempts to read and write rows that other writers change concurrently. */
const attempts = 3
/** Error codes after a concurrent write: conflicts, and a key that was inserted meanwhile. */
const conflictCodes = new Set(['40001', '40P01', '23505'])

/** Repeats a whole transaction after a concurrent write of the same records. */
export async function repeatConflicts<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work()
    } catch (error) {
      if (attempt === attempts || !conflictCodes.has(findDatabaseErrorCode(error) ?? '')) throw error
    }
  }
}
