export type EmbeddedPostgresErrorCode =
  | 'no_binaries'
  | 'binaries_unusable'
  | 'not_writable'
  | 'unreachable'
  | 'wrong_owner'
  | 'unsafe_socket_folder'
  | 'no_user_name'
  | 'other_major'
  | 'data_corrupt'
  | 'init_failed'
  | 'start_failed'
  | 'not_answering'
  | 'lock_timeout'

/** Why the embedded server could not be had. The message is meant for the person who runs Hindsight. */
export class EmbeddedPostgresError extends Error {
  override readonly name = 'EmbeddedPostgresError'
  readonly code: EmbeddedPostgresErrorCode

  constructor(code: EmbeddedPostgresErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}

/** The code of an operating system's or a PostgreSQL's error (ENOENT, 57P03), or undefined. */
export function errorCode(error: unknown): string | undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return typeof code === 'string' ? code : undefined
}

export const errorText = (error: unknown): string => (error instanceof Error ? error.message : String(error))
