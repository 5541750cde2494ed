import type { Mapping } from '#lib/contracts/import-mapping.ts'
import type { ImportKind } from '#lib/contracts/import-values.ts'
import type { Transaction } from '#server/platform/db/client.ts'
import type { Feed } from './mapping/plan-feeds.ts'

export type ImportOptions = {
  /** The path of a file, or of a folder of articles. */
  readonly path: string
  readonly encoding?: string
  readonly entity: ImportKind
  /** Identifier of the import; default: a new one. */
  readonly id?: string
  readonly mapping?: Mapping
  readonly isDryRun?: boolean
  /** Returns the path for the file of refused rows; if undefined, they are not written. */
  readonly refusedPath?: (extension: 'csv' | 'ndjson') => string
  /** IANA zone of times without one; default: that of the mapping, else UTC. */
  readonly timeZone?: string
  /** Called at the end of the transaction, to write more in it. If it throws, nothing is written. */
  readonly onWritten?: (tx: Transaction, summary: ImportSummary) => Promise<void>
  /** Called if the import must wait for another one that writes to the same tables. */
  readonly onWait?: () => void
  /** Stops the import without writing anything. */
  readonly signal?: AbortSignal
}

/** Progress of an import; `done` and `total` are bytes while reading, records while writing. */
export type ImportProgress = {
  readonly phase: 'looking' | 'reading' | 'writing'
  readonly done: number
  readonly total: number
  readonly rows: number
  readonly refused: number
}

/** Reports what changed in the progress of an import. */
export type ReportProgress = (change: Partial<ImportProgress>) => void

/** A refused row: its place in the file and the reason. */
export type RowRefusal = { readonly place: string; readonly line: number; readonly reason: string }

export type ImportSummary = {
  readonly id: string
  readonly entity: ImportKind
  readonly name: string
  readonly isDryRun: boolean
  readonly format: string
  readonly encoding: string
  /** Number of rows in the file, valid or refused. */
  readonly rows: number
  readonly inserted: number
  readonly updated: number
  readonly unchanged: number
  readonly refused: number
  /** Number of rows with an earlier state of their record. */
  readonly superseded: number
  readonly kept: number
  readonly stubs: number
  readonly feeds: readonly Feed[]
  /** Columns that fill no field. */
  readonly unused: readonly string[]
  /** Assumptions and findings, as sentences. */
  readonly remarks: readonly string[]
  /** The first refusals, up to `maxListedRefusals`. */
  readonly refusals: readonly RowRefusal[]
  readonly refusedPath: string | undefined
}
