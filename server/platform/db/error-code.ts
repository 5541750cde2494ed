/** The SQLSTATE or system error code at the root of an error, through the causes that libraries wrap it in. */
export function findDatabaseErrorCode(error: unknown): string | undefined {
  for (let current = error; current instanceof Error; current = current.cause) {
    if ('code' in current && typeof current.code === 'string') return current.code
  }
  return undefined
}

/** True if a statement failed because its table or schema does not exist. */
export const isMissingTable = (error: unknown): boolean =>
  ['42P01', '3F000'].includes(findDatabaseErrorCode(error) ?? '')

const unprepared = new Set(['26000', '42P05'])

/**
 * True if a statement did not run because the prepared statement is missing in its session, or already exists there,
 * contrary to the driver's state: the session was replaced, or a concurrent caller failed to prepare the same.
 */
export const isUnprepared = (error: unknown): boolean => unprepared.has(findDatabaseErrorCode(error) ?? '')

/** True if a statement failed because of a value in it: running it again does not help. */
export const isDataError = (error: unknown): boolean => /^(?:22|23|54)...$/.test(findDatabaseErrorCode(error) ?? '')
