/** The SQLSTATE or system error code at the root of an error, looking through the causes that libraries wrap it in. */
export function databaseErrorCode(error: unknown): string | undefined {
  for (let current = error; current instanceof Error; current = current.cause) {
    if ('code' in current && typeof current.code === 'string') return current.code
  }
  return undefined
}

const unprepared = new Set(['26000', '42P05'])

/**
 * Whether a statement was not run because its session lacks what was prepared, or has it already, against what the
 * driver remembers: the session was made again behind it, or another asker failed to prepare the same.
 */
export const isUnprepared = (error: unknown): boolean => unprepared.has(databaseErrorCode(error) ?? '')
