import { nameColumns } from './column-names.ts'
import { readCsvRows } from './csv-rows.ts'
import { findDelimiter } from './delimiter.ts'
import { type Encoding, readDecoded } from './encoding.ts'
import { lineColumn, reasonColumn, unescapeFormulas } from './refused-columns.ts'
import type { Source, SourceRow } from './source.ts'

/** Opens a CSV file: finds its delimiter, unless told, and reads its header. A file of refused rows is a CSV file too. */
export async function openCsv(
  path: string,
  size: number,
  encoding: Encoding,
  wantedDelimiter?: string,
): Promise<Source> {
  const pieces = (onBytes?: (bytes: number) => void) => readDecoded(path, encoding, onBytes)
  const { delimiter, skippedLines } = await findDelimiter(pieces(), wantedDelimiter)
  const header = (await firstRow(pieces(), delimiter, skippedLines)) ?? []
  const isRefusedFile = header[0] === lineColumn && header[1] === reasonColumn
  const taken = isRefusedFile ? 2 : 0
  const { names, remarks } = nameColumns(header.slice(taken))
  return {
    format: 'CSV',
    encoding: encoding.name,
    header: names,
    remarks: encoding.remark ? [encoding.remark, ...remarks] : remarks,
    size,
    pick(column) {
      const index = names.indexOf(column)
      return (content) => (content as readonly string[])[index]
    },
    async *rows(onBytes) {
      for await (const portion of readCsvRows(pieces(onBytes), delimiter)) {
        const rows = portion.filter((row) => row.ordinal > skippedLines && !isBlank(row))
        yield rows.map((row) => fitted(isRefusedFile ? restored(row, taken) : row, names.length, skippedLines))
      }
    },
    place: (row) => `line ${row.line}`,
  }
}

/** A line of delimiters and nothing else, as spreadsheets leave them at the end. */
const isBlank = ({ content }: SourceRow) =>
  (content as readonly string[] | undefined)?.every((cell) => cell.trim() === '')

/** A refused row as it was before it was reported. */
function restored(row: SourceRow, taken: number): SourceRow {
  const cells = row.content as readonly string[] | undefined
  return cells ? { ...row, content: unescapeFormulas(cells.slice(taken)) } : row
}

/** A row with as many cells as the header; empty cells beyond are dropped, any other difference is a fault. */
function fitted(row: SourceRow, width: number, skipped: number): SourceRow {
  const ordinal = row.ordinal - skipped
  const cells = row.content as readonly string[] | undefined
  if (!cells) return { ...row, ordinal }
  if (cells.length === width) return { ordinal, line: row.line, content: cells }
  if (cells.length > width && cells.slice(width).every((cell) => cell.trim() === '')) {
    return { ordinal, line: row.line, content: cells.slice(0, width) }
  }
  const fault = `has ${count(cells.length)} where the header has ${width}`
  return { ordinal, line: row.line, content: cells, fault }
}

const count = (cells: number) => `${cells} ${cells === 1 ? 'cell' : 'cells'}`

async function firstRow(pieces: AsyncIterable<string>, delimiter: string, skipped: number) {
  for await (const rows of readCsvRows(pieces, delimiter)) {
    const header = rows.find(({ ordinal }) => ordinal === skipped)
    if (header) return header.content
  }
  return undefined
}
