import type { ImportPreview } from '#lib/contracts/app/import-preview.ts'
import type { ErrorCode } from '#lib/contracts/error-codes.ts'
import type { ImportOptions } from '#lib/contracts/import-records.ts'
import type { ImportProgress } from '#server/import/import-summary.ts'
import type { FileStore } from '#server/import/jobs/upload-space.ts'
import type { ActorName } from '#server/platform/runtime/context.ts'

/** The task of an import process: run the import that was claimed in this attempt, or preview its file. */
export type ImportTask =
  | { readonly kind: 'run'; readonly id: string; readonly attempts: number; readonly store: FileStore }
  | { readonly kind: 'preview'; readonly id: string; readonly options: ImportOptions; readonly actor: ActorName }

/** The result of each kind of task. */
export type TaskResult = { run: null; preview: ImportPreview }

/** An error as it is sent to the other process; `stack` is set only for an unexpected one. */
export type TaskError = { readonly code: ErrorCode; readonly message: string; readonly stack?: string | undefined }

/**
 * A message of the process: a heartbeat twice a second, with the progress if there is any, and finally the result or
 * error. Messages are sent as JSON, which drops undefined members.
 */
export type TaskMessage =
  | { readonly progress: ImportProgress | null }
  | { readonly result: TaskResult[ImportTask['kind']] }
  | { readonly error: TaskError }
