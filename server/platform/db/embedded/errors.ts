import { OperatorError } from '#server/platform/operator-error.ts'

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

/** Why the embedded server is not available. */
export class EmbeddedPostgresError extends OperatorError<EmbeddedPostgresErrorCode> {
  override readonly name = 'EmbeddedPostgresError'
}

/** The code of an error of the operating system or PostgreSQL (ENOENT, 57P03), or undefined. */
export function errorCode(error: unknown): string | undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return typeof code === 'string' ? code : undefined
}

export const errorText = (error: unknown): string => (error instanceof Error ? error.message : String(error))
