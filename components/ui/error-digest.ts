/** The id under which Next logs an error whose message it hides from the browser. */
export function getErrorDigest(error: unknown): string | undefined {
  return error instanceof Error && 'digest' in error && typeof error.digest === 'string' ? error.digest : undefined
}
