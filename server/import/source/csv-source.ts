import { type CsvError, parse } from 'csv-parse'
import type { Mapping } from '#lib/contracts/import-records.ts'
import { readCellText } from '#lib/text/cell-text.ts'
import { quoteCell } from '#server/import/cells/text.ts'
import { AppError } from '#server/platform/errors.ts'
import { type Encoding, readDecoded, readStart } from './encoding.ts'
import { pickCell } from './json-source.ts'
import { assertColumns, maxRowLength, nameColumns, type Source, type SourceRow } from './source.ts'

/** The first two columns of a file of refused rows, and members of a refused JSON record. */
export const lineColumn = 'refused_line'
export const reasonColumn = 'refused_reason'

/**
 * Opens a CSV file: detects its delimiter, unless one is requested, and reads its header. A file of refused rows is
 * accepted too. Cells are the texts that they represent, without the marks of spreadsheets.
 */
export async function openCsv(
  path: string,
  size: number,
  encoding: Encoding,
  { delimiter: requestedDelimiter, header_line: stated }: Pick<Mapping, 'delimiter' | 'header_line'>,
): Promise<Source> {
  const pieces = (onBytes?: (bytes: number) => void) => readDecoded(path, encoding, onBytes)
  const { delimiter, headerLine } = await findDelimiter(path, encoding, requestedDelimiter, stated)
  const { header, line, ordinal: skippedRows } = await readHeader(pieces(), delimiter, headerLine)
  const isRefusedFile = header[0] === lineColumn && header[1] === reasonColumn
  const skippedCells = isRefusedFile ? 2 : 0
  assertColumns(header.length - skippedCells, line)
  const { names, remarks } = nameColumns(header.slice(skippedCells).map(readCellText))
  return {
    format: 'CSV',
    encoding: encoding.name,
    header: names,
    delimiter,
    openEnd: await findOpenEnd(path, size, encoding, delimiter),
    remarks: encoding.remark ? [encoding.remark, ...remarks] : remarks,
    size,
    pick: (column) => pickCell(names, column),
    async *rows(onBytes) {
      for await (const portion of readCsvRows(pieces(onBytes), delimiter)) {
        const rows = portion.filter((row) => row.ordinal > skippedRows && !isBlank(row))
        yield rows.map((row) => readRow(row, names.length, skippedCells, skippedRows))
      }
    },
    place: (row) => `line ${row.line}`,
  }
}

/** Warns of a last line without an end, as in a file that was cut; undefined for a whole file. */
async function findOpenEnd(path: string, size: number, encoding: Encoding, delimiter: string) {
  // An even number of bytes, so that it does not split the letters of UTF-16.
  const skipped = Math.max(0, size - encoding.bomLength - 400)
  const bomLength = encoding.bomLength + skipped - (skipped % 2)
  const text = await readStart(path, { ...encoding, bomLength }, () => false)
  if (/[\r\n]\s*$/.test(text)) return undefined
  const cell = quoteCell((text.split(delimiter).at(-1) ?? '').replace(/^"/, ''))
  return `The last line has no end: if the file was cut, its last value ${cell} is not whole. Compare it with the system that it comes from.`
}

/** True for a line of delimiters alone, as spreadsheets leave them at the end. */
const isBlank = ({ content }: CsvRow) => content?.every((cell) => cell.trim() === '')

/**
 * Reads the texts of a row's cells, without the leading ones of a file of refused rows. Extra empty cells are dropped;
 * any other difference from the header is a fault.
 */
function readRow(row: CsvRow, width: number, skippedCells: number, skippedRows: number): SourceRow {
  const ordinal = row.ordinal - skippedRows
  if (!row.content) return { ...row, ordinal }
  const raw = row.content.slice(skippedCells)
  const content = raw.map(readCellText)
  const read = { ordinal, line: row.line, raw, content }
  if (content.length === width) return read
  if (content.length > width && content.slice(width).every((cell) => cell.trim() === ''))
    return { ...read, content: content.slice(0, width) }
  const cells = `${content.length} ${content.length === 1 ? 'cell' : 'cells'}`
  return { ...read, fault: `has ${cells} where the header has ${width}` }
}

/** Finds the first row from a line on. */
async function readHeader(pieces: AsyncIterable<string>, delimiter: string, firstLine: number) {
  for await (const rows of readCsvRows(pieces, delimiter)) {
    const row = rows.find(({ line }) => line >= firstLine)
    if (row?.fault !== undefined) throw new AppError('invalid_request', `The header on line ${row.line} ${row.fault}.`)
    if (row) return { header: row.content ?? [], line: row.line, ordinal: row.ordinal }
  }
  return { header: [], line: 1, ordinal: 0 }
}

type CsvRow = SourceRow & { readonly content: readonly string[] | undefined }

/** Stray quotes are part of their cell; rows that differ from the header are reported later, with their place. */
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

function countLineEnds(cells: readonly string[]): number {
  let count = 0
  for (const cell of cells) {
    if (cell.includes('\n') || cell.includes('\r')) count += cell.match(/\r\n|\n|\r/g)?.length ?? 0
  }
  return count
}

const candidates = [',', ';', '\t', '|', '^'] as const

/** Finds the delimiter: the requested one, that of Excel's `sep=;`, else the most frequent in the header. */
async function findDelimiter(
  path: string,
  encoding: Encoding,
  requested: string | undefined,
  stated = 1,
): Promise<{ delimiter: string; headerLine: number }> {
  const hasHeader = (text: string) => text.trimStart().split(/\r\n|\n|\r/, stated + 1).length > stated
  const head = await readStart(path, encoding, (text) => text.length > 65_536 || hasHeader(text))
  const declared = /^\s*"?sep=(.)"?\s*[\r\n]/i.exec(head)
  if (declared) {
    const line = declared[0].trimEnd().split(/\r\n|\n|\r/).length
    return { delimiter: requested ?? declared[1] ?? ',', headerLine: Math.max(stated, line + 1) }
  }
  const lines = (stated === 1 ? head.trimStart() : head).split(/\r\n|\n|\r/)
  return { delimiter: requested ?? findMostFrequent(lines[stated - 1] ?? ''), headerLine: stated }
}

function findMostFrequent(header: string): string {
  const unquoted = header.replace(/"[^"]*"/g, '')
  const counts = candidates.map((candidate) => [unquoted.split(candidate).length, candidate] as const)
  return counts.reduce((best, next) => (next[0] > best[0] ? next : best))[1]
}
