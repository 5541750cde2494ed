import type { Mapping } from './mapping/mapping-file.ts'
import type { Feed } from './targets/field-spec.ts'
import type { ImportEntity } from './targets/target.ts'

export type ImportOptions = {
  readonly entity: ImportEntity
  /** A file, or for articles a folder too. */
  readonly path: string
  /** The name of the file for history and messages, where the path is that of an upload. */
  readonly name?: string
  readonly mapping?: Mapping
  readonly isDryRun?: boolean
  /** Where refused rows are written, by the form they have; nowhere when left out. */
  readonly refusedPath?: (extension: 'csv' | 'ndjson') => string
  /** Zone of times that tell none, an IANA name; UTC when neither this nor the mapping tells. */
  readonly timeZone?: string
  readonly encoding?: string
  /** Stops the import; nothing is written then. */
  readonly signal?: AbortSignal
}

/** How far an import is. While reading `done` and `total` are bytes, while writing records. */
export type ImportProgress = {
  readonly phase: 'looking' | 'reading' | 'writing'
  readonly done: number
  readonly total: number
  readonly rows: number
  readonly refused: number
}

/** A row that was not taken, where it stands and why. */
export type Refusal = { readonly place: string; readonly line: number; readonly reason: string }

export type ImportSummary = {
  readonly entity: ImportEntity
  readonly name: string
  readonly isDryRun: boolean
  readonly format: string
  readonly encoding: string
  /** Rows of the file, whether good or refused. */
  readonly rows: number
  readonly inserted: number
  readonly updated: number
  readonly unchanged: number
  readonly refused: number
  /** Rows that only tell an earlier state of their record. */
  readonly superseded: number
  readonly kept: number
  readonly stubs: number
  readonly feeds: readonly Feed[]
  /** Columns that feed nothing. */
  readonly unused: readonly string[]
  /** What was assumed and noticed, in sentences. */
  readonly remarks: readonly string[]
  /** The first 20. */
  readonly refusals: readonly Refusal[]
  readonly refusedPath: string | undefined
}
