import { OperatorError } from '#server/platform/operator-error.ts'

export type BackupErrorCode =
  | 'file_exists'
  | 'file_unusable'
  | 'not_a_backup'
  | 'damaged'
  | 'not_migrated'
  | 'backup_newer'
  | 'history_differs'
  | 'not_empty'
  | 'in_use'
  | 'restore_differs'
  | 'may_not_create'

/** A backup that could not be written or restored; the code is the reason. */
export class BackupError extends OperatorError<BackupErrorCode> {
  override readonly name = 'BackupError'
}
