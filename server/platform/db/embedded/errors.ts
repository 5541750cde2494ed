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

/** The embedded server is not available; the code is the reason. */
export class EmbeddedPostgresError extends OperatorError<EmbeddedPostgresErrorCode> {
  override readonly name = 'EmbeddedPostgresError'
}
