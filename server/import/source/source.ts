/** A longer row, in characters, is a sign of a quote or bracket that is never closed. */
export const maxRowLength = 1_000_000

/** One row of a source, in its order. */
export type SourceRow = {
  /** 1 for the first row of data. */
  readonly ordinal: number
  /** The line of the file where it begins; 1 is the first. */
  readonly line: number
  /** Cells of a CSV row, or a JSON record; undefined if the row could not be read at all. */
  readonly content: readonly string[] | Readonly<Record<string, unknown>> | undefined
  /** What stands in the file, where `content` is without the marks of spreadsheets. */
  readonly raw?: readonly string[] | undefined
  /** Why it could not be read. */
  readonly fault?: string
}

/** Returns one cell of a row's content; undefined if the row has none. */
export type CellPicker = (content: NonNullable<SourceRow['content']>) => unknown

/** A file or folder opened for import, or rows in memory. Every call of `rows` reads it from the start. */
export type Source = {
  readonly format: 'CSV' | 'XLSX' | 'JSON' | 'NDJSON' | 'Markdown'
  readonly encoding: string
  /** The columns of the header; null where each row names its own. */
  readonly header: readonly string[] | null
  /** The sheets of a workbook that are not hidden, and the one that is read. */
  readonly sheets?: readonly string[]
  readonly sheet?: string | undefined
  /** Sentences for the report, such as which files were skipped. */
  readonly remarks: readonly string[]
  readonly size: number
  pick(column: string): CellPicker
  /** The rows in portions. `onBytes` receives how many of `size` bytes were read so far. */
  rows(onBytes?: (bytes: number) => void): AsyncGenerator<readonly SourceRow[]>
  /** The place of a row: "line 12", "record 7 (line 90)", "some file.md". */
  place(row: SourceRow): string
}
