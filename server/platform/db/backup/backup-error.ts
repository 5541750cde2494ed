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

/** Why a backup could not be made or restored. The message is meant for the person who asked for it. */
export class BackupError extends Error {
  override readonly name = 'BackupError'
  readonly code: BackupErrorCode

  constructor(code: BackupErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}
