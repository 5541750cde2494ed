import { readCellText } from '#lib/text/cell-text.ts'
import { AppError } from '#server/platform/errors.ts'
import { nameColumns } from './column-names.ts'
import { readCsvRows } from './csv-rows.ts'
import { findDelimiter } from './delimiter.ts'
import { type Encoding, readDecoded } from './encoding.ts'
import { assertColumns } from './limits.ts'
import type { Source, SourceRow } from './source.ts'
import { pickCell } from './table-cells.ts'

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
  requestedDelimiter?: string,
): Promise<Source> {
  const pieces = (onBytes?: (bytes: number) => void) => readDecoded(path, encoding, onBytes)
  const { delimiter, skippedLines } = await findDelimiter(pieces(), requestedDelimiter)
  const { header, line } = await readHeader(pieces(), delimiter, skippedLines)
  const isRefusedFile = header[0] === lineColumn && header[1] === reasonColumn
  const skippedCells = isRefusedFile ? 2 : 0
  assertColumns(header.length - skippedCells, line)
  const { names, remarks } = nameColumns(header.slice(skippedCells).map(readCellText))
  return {
    format: 'CSV',
    encoding: encoding.name,
    header: names,
    remarks: encoding.remark ? [encoding.remark, ...remarks] : remarks,
    size,
    pick: (column) => pickCell(names, column),
    async *rows(onBytes) {
      for await (const portion of readCsvRows(pieces(onBytes), delimiter)) {
        const rows = portion.filter((row) => row.ordinal > skippedLines && !isBlank(row))
        yield rows.map((row) => fitToHeader(readCells(row, skippedCells), names.length, skippedLines))
      }
    },
    place: (row) => `line ${row.line}`,
  }
}

/** True for a line of delimiters alone, as spreadsheets leave them at the end. */
const isBlank = ({ content }: SourceRow) =>
  (content as readonly string[] | undefined)?.every((cell) => cell.trim() === '')

/** Reads the texts of a row's cells, without the leading ones of a file of refused rows. */
function readCells(row: SourceRow, skippedCells: number): SourceRow {
  const cells = (row.content as readonly string[] | undefined)?.slice(skippedCells)
  return cells ? { ...row, raw: cells, content: cells.map(readCellText) } : row
}

/** Drops extra empty cells; any other difference from the header is a fault. */
function fitToHeader(row: SourceRow, width: number, skipped: number): SourceRow {
  const ordinal = row.ordinal - skipped
  const cells = row.content as readonly string[] | undefined
  const { line, raw } = row
  if (!cells) return { ...row, ordinal }
  if (cells.length === width) return { ordinal, line, raw, content: cells }
  if (cells.length > width && cells.slice(width).every((cell) => cell.trim() === '')) {
    return { ordinal, line, raw, content: cells.slice(0, width) }
  }
  const fault = `has ${describeCellCount(cells.length)} where the header has ${width}`
  return { ordinal, line, raw, content: cells, fault }
}

const describeCellCount = (cells: number) => `${cells} ${cells === 1 ? 'cell' : 'cells'}`

async function readHeader(pieces: AsyncIterable<string>, delimiter: string, skipped: number) {
  for await (const rows of readCsvRows(pieces, delimiter)) {
    const row = rows.find(({ ordinal }) => ordinal === skipped)
    if (row?.fault !== undefined) throw new AppError('invalid_request', `The header on line ${row.line} ${row.fault}.`)
    if (row) return { header: row.content ?? [], line: row.line }
  }
  return { header: [], line: 1 }
}
