import { type CsvError, parse } from 'csv-parse'
import { maxRowLength, type SourceRow } from './source.ts'

type CsvRow = SourceRow & { readonly content: readonly string[] | undefined }

/**
 * Options of the parser. Stray quotes are part of their cell; rows that differ from the header are reported later, with
 * their place.
 */
export const csvOptions = {
  relax_quotes: true,
  relax_column_count: true,
  skip_empty_lines: true,
  max_record_size: maxRowLength,
  // All line ends are allowed, as files that were joined may contain several kinds.
  record_delimiter: ['\r\n', '\n', '\r'],
}

/**
 * Yields the rows of a CSV text with the line where each begins; the header is row 0. A quote that is never closed ends
 * the reading: the row that opens it comes last, with a fault.
 */
export async function* readCsvRows(
  pieces: AsyncIterable<string>,
  delimiter: string,
): AsyncGenerator<readonly CsvRow[]> {
  let rows: CsvRow[] = []
  let ordinal = 0
  let line = 1
  const parser = parse({
    ...csvOptions,
    delimiter,
    on_record(cells: string[], { empty_lines }) {
      rows.push({ ordinal, line: line + empty_lines, content: cells })
      ordinal += 1
      line += 1 + countLineEnds(cells)
    },
  })
  let error: Pick<CsvError, 'code' | 'message'> | undefined
  parser.on('error', (reason) => {
    error = reason as CsvError
  })
  // The parser counts only the letters of cells, so a row of delimiters alone would never end.
  const countRows = () => parser.info.records + parser.info.empty_lines
  let lettersOfRow = 0
  let rowsBefore = 0
  /** Returns the rows parsed since the last call, and the fault that ends them. */
  const flush = (): CsvRow[] => {
    const flushed = rows
    rows = []
    if (!error) return flushed
    const at = line + parser.info.empty_lines
    return [...flushed, { ordinal, line: at, content: undefined, fault: describe(error, at) }]
  }
  for await (const piece of pieces) {
    await new Promise((resolve) => parser.write(piece, resolve))
    lettersOfRow = countRows() > rowsBefore ? 0 : lettersOfRow + piece.length
    rowsBefore = countRows()
    if (lettersOfRow > maxRowLength) error ??= { code: 'CSV_MAX_RECORD_SIZE', message: '' }
    yield flush()
    if (error) return
  }
  await new Promise<void>((resolve) => parser.end(resolve))
  yield flush()
}

function describe({ code, message }: Pick<CsvError, 'code' | 'message'>, line: number): string {
  if (code === 'CSV_QUOTE_NOT_CLOSED') return `opens a quote that is never closed; nothing after line ${line} is read`
  if (code !== 'CSV_MAX_RECORD_SIZE') return `${message}; nothing after line ${line} is read`
  return `is longer than ${maxRowLength.toLocaleString('en')} characters, perhaps for a quote never closed; nothing after line ${line} is read`
}

/** Counts the line ends inside the cells of a row. */
function countLineEnds(cells: readonly string[]): number {
  let count = 0
  for (const cell of cells) {
    if (cell.includes('\n') || cell.includes('\r')) count += cell.match(/\r\n|\n|\r/g)?.length ?? 0
  }
  return count
}
