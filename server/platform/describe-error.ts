/** Meanings of the codes of the operating system, as the end of a sentence about a file or folder. */
const fileFaults: Readonly<Record<string, string>> = {
  EACCES: 'this user may not read or write there',
  EPERM: 'this user may not change it',
  EROFS: 'the disk is mounted read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  ENOENT: 'there is no such file or folder',
  ENOTDIR: 'a part of the path is a file',
  EISDIR: 'it is a folder',
  EEXIST: 'a file is in the way',
}

/** The innermost causes: libraries wrap errors of connections, and a name with two IP addresses fails once for each. */
export function listRootCauses(error: unknown): unknown[] {
  if (error instanceof AggregateError && error.errors.length > 0) return error.errors.flatMap(listRootCauses)
  return error instanceof Error && error.cause instanceof Error ? listRootCauses(error.cause) : [error]
}

/** The code of an error of the operating system, a library or PostgreSQL (`ENOENT`, `57P03`), or undefined. */
export function findErrorCode(error: unknown): string | undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return typeof code === 'string' ? code : undefined
}

/** The reason why a file or folder could not be used, as the end of a sentence. */
export const describeFileFault = (error: unknown): string =>
  fileFaults[findErrorCode(error) ?? ''] ?? getErrorText(error)

/**
 * The reason of a failure, for the person who runs Hindsight; never empty. An error of Hindsight has a message for
 * people. For any other error it is the message of the root causes, without the statement that drizzle puts before it.
 */
export function describeError(error: unknown): string {
  const texts = (isExplained(error) ? [error] : listRootCauses(error)).map(textOrFileFault)
  return [...new Set(texts)].join('; ')
}

const isExplained = (error: unknown) =>
  error instanceof Error &&
  error.message !== '' &&
  !(error instanceof AggregateError) &&
  error.name !== 'DrizzleQueryError' &&
  !error.message.startsWith('Failed query')

function textOrFileFault(error: unknown): string {
  const path = error instanceof Error && 'path' in error ? error.path : undefined
  const fault = path === undefined ? undefined : fileFaults[findErrorCode(error) ?? '']
  return fault === undefined ? getErrorText(error) : `${path} cannot be used: ${fault} (${findErrorCode(error)}).`
}

const getErrorText = (error: unknown): string => (error instanceof Error ? error.message || error.name : String(error))
