import { createReadStream } from 'node:fs'
import { basename } from 'node:path'
import { Readable } from 'node:stream'
import { type CellValue, streamXlsxRows } from 'hucre/xlsx'
import { isCutText } from '#lib/text/cell-text.ts'
import { AppError } from '#server/platform/errors.ts'
import { listEntries } from '../archive/unpack.ts'
import { isUtcColumn, nameColumns } from './column-names.ts'
import { assertColumns } from './limits.ts'
import type { Source, SourceRow } from './source.ts'
import { pickCell } from './table-cells.ts'

const portionRows = 500

/**
 * Opens the first sheet of a workbook (XLSX), whose first row is the header. Throws `invalid_request` if the workbook is
 * damaged or encrypted.
 */
export async function openWorkbook(path: string, size: number): Promise<Source> {
  const { sheets, header } = await readHead(path)
  assertColumns(header.length, 1)
  const { names, remarks } = nameColumns(header.map((cell) => String(cell ?? '')))
  const isUtc = names.map(isUtcColumn)
  return {
    format: 'XLSX',
    encoding: 'utf-8',
    header: names,
    remarks: sheets > 1 ? [`The workbook has ${sheets} sheets, of which the first is read.`, ...remarks] : remarks,
    size,
    pick: (column) => pickCell(names, column),
    async *rows(onBytes) {
      let portion: SourceRow[] = []
      for await (const { index, values } of streamRows(path)) {
        if (index === 0 || values.every(isEmpty)) continue
        portion.push(readRow(index, values, isUtc))
        if (portion.length < portionRows) continue
        yield portion
        portion = []
      }
      yield portion
      onBytes?.(size)
    },
    place: ({ line }) => `line ${line}`,
  }
}

const streamRows = (path: string) =>
  streamXlsxRows(Readable.toWeb(createReadStream(path)) as ReadableStream<Uint8Array>)

/** The number of sheets, and the first row of the first one. */
async function readHead(path: string): Promise<{ sheets: number; header: readonly CellValue[] }> {
  try {
    const sheets = (await listEntries(path)).filter((name) => /^xl\/worksheets\/[^/]+\.xml$/.test(name)).length
    for await (const { index, values } of streamRows(path)) return { sheets, header: index === 0 ? values : [] }
    return { sheets, header: [] }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new AppError('invalid_request', `${basename(path)} cannot be read as a workbook: ${reason}`)
  }
}

const isEmpty = (cell: CellValue | undefined) => cell === null || cell === undefined || cell === ''

function readRow(index: number, values: readonly CellValue[], isUtc: readonly boolean[]): SourceRow {
  const row = { ordinal: index, line: index + 1 }
  const beyond = values.slice(isUtc.length).some((cell) => !isEmpty(cell))
  const content = (beyond ? values : isUtc).map((_, at) => textOf(values[at] ?? null, isUtc[at] ?? false))
  if (beyond) return { ...row, content, fault: `has ${values.length} cells where the header has ${isUtc.length}` }
  if (!content.some(isCutText)) return { ...row, content }
  return { ...row, content, fault: 'has a text that was cut to fit into a workbook; import it from CSV or NDJSON' }
}

/** A cell as the text that a CSV file would have. */
function textOf(cell: CellValue, isUtc: boolean): string {
  if (cell === null) return ''
  if (!(cell instanceof Date) || Number.isNaN(cell.getTime())) return String(cell)
  const iso = cell.toISOString()
  if (isUtc) return iso
  return iso.endsWith('T00:00:00.000Z') ? iso.slice(0, 10) : iso.slice(0, -1).replace('T', ' ')
}
