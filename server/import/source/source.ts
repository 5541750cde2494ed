import { hash } from 'node:crypto'
import { writeCanonicalJson } from '#lib/text/canonical-json.ts'

/** Maximum characters of a row; a longer one indicates a quote or bracket that is never closed. */
export const maxRowLength = 1_000_000

/** One row of a source. */
export type SourceRow = {
  /** 1 for the first row of data. */
  readonly ordinal: number
  /** The line of the file where it begins; 1 is the first. */
  readonly line: number
  /** Cells of a CSV row, or a JSON record; undefined if the row could not be read at all. */
  readonly content: readonly string[] | Readonly<Record<string, unknown>> | undefined
  /** The cells as in the file, if `content` has them without the marks of spreadsheets. */
  readonly raw?: readonly string[] | undefined
  /** The reason why it could not be read. */
  readonly fault?: string
}

/** The cells or the record of a row that could be read. */
export type RowContent = NonNullable<SourceRow['content']>

/** Returns one cell of a row's content; undefined if the row has none. */
export type CellPicker = (content: RowContent) => unknown

/** A file or folder opened for import, or rows in memory. Every call of `rows` reads it from the start. */
export type Source = {
  readonly format: 'CSV' | 'XLSX' | 'JSON' | 'NDJSON' | 'Markdown'
  readonly encoding: string
  /** The columns of the header; null if each row names its own. */
  readonly header: readonly string[] | null
  /** The delimiter of a CSV file. */
  readonly delimiter?: string
  /** The visible sheets of a workbook, and the one that is read. */
  readonly sheets?: readonly string[]
  readonly sheet?: string | undefined
  /** Sentences for the report, such as which files were skipped. */
  readonly remarks: readonly string[]
  readonly size: number
  pick(column: string): CellPicker
  /** Yields the rows in portions. `onBytes` receives how many of `size` bytes were read so far. */
  rows(onBytes?: (bytes: number) => void): AsyncGenerator<readonly SourceRow[]>
  /** Describes the place of a row: "line 12", "record 7 (line 90)", "some file.md". */
  place(row: SourceRow): string
}

/**
 * Returns the SHA-256 of the canonical JSON of a row, in hexadecimal digits; a row is the list of its cells or its
 * object.
 */
export const digestRow = (row: unknown): string => hash('sha256', writeCanonicalJson(row), 'hex')
