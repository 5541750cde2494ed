/** The reference that Next writes into the server's log beside an error it hides from the browser. */
export function errorDigest(error: unknown): string | undefined {
  return error instanceof Error && 'digest' in error && typeof error.digest === 'string' ? error.digest : undefined
}
