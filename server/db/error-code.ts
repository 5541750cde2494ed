/** The SQLSTATE or system error code at the root of an error, looking through the causes that libraries wrap it in. */
export function databaseErrorCode(error: unknown): string | undefined {
  for (let current = error; current instanceof Error; current = current.cause) {
    if ('code' in current && typeof current.code === 'string') return current.code
  }
  return undefined
}
