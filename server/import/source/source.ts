/** Characters of one row beyond which something is wrong with its quotes or brackets. */
export const maxRowLength = 1_000_000

/** One row of a source, in its order. */
export type SourceRow = {
  /** 1 for the first row of data. */
  readonly ordinal: number
  /** The line of the file where it begins; 1 is the first. */
  readonly line: number
  /** Cells of a CSV row, or a JSON record; undefined when the row could not be read at all. */
  readonly content: readonly string[] | Readonly<Record<string, unknown>> | undefined
  /** Why it could not be read. */
  readonly fault?: string
}

/** Takes one cell out of a row's content; undefined where it has none. */
export type CellPicker = (content: NonNullable<SourceRow['content']>) => unknown

/** A file or folder opened for import. Its rows can be read as often as wanted; each time it is read anew. */
export type Source = {
  readonly format: 'CSV' | 'JSON' | 'NDJSON' | 'Markdown'
  readonly encoding: string
  /** The columns that the header names; null where each row names its own. */
  readonly header: readonly string[] | null
  /** What was noticed on opening, worded for the person who imports. */
  readonly remarks: readonly string[]
  readonly size: number
  pick(column: string): CellPicker
  /** The rows in handy portions. `onBytes` is told how many of `size` bytes were read. */
  rows(onBytes?: (bytes: number) => void): AsyncGenerator<readonly SourceRow[]>
  /** Where a row stands: "line 12", "record 7 (line 90)", "some file.md". */
  place(row: SourceRow): string
}
