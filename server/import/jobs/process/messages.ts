import type { ImportPreview } from '#lib/contracts/app/import-preview.ts'
import type { ErrorCode } from '#lib/contracts/error-codes.ts'
import type { ImportOptions } from '#lib/contracts/import-records.ts'
import type { ImportProgress } from '#server/import/import-summary.ts'
import type { Store } from '#server/import/jobs/upload-space.ts'
import type { ActorName } from '#server/platform/runtime/context.ts'

/** What a process for imports is started to do: run the import that was claimed in that attempt, or preview its file. */
export type ImportTask =
  | { readonly kind: 'run'; readonly id: string; readonly attempts: number; readonly store: Store }
  | { readonly kind: 'preview'; readonly id: string; readonly options: ImportOptions; readonly actor: ActorName }

/** The result of each kind of task. */
export type TaskResult = { run: null; preview: ImportPreview }

/** An error as it crosses to the other process; `stack` only if nobody expected it. */
export type TaskError = { readonly code: ErrorCode; readonly message: string; readonly stack?: string | undefined }

/**
 * What the process sends: a sign of life twice a second, with the progress once there is some, and once how it ended.
 * Messages cross as JSON, which drops members that are undefined.
 */
export type TaskMessage =
  | { readonly progress: ImportProgress | null }
  | { readonly result: TaskResult[ImportTask['kind']] }
  | { readonly error: TaskError }
