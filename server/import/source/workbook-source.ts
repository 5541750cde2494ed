import { createReadStream } from 'node:fs'
import { basename } from 'node:path'
import { Readable } from 'node:stream'
import { Parser } from 'htmlparser2'
import { type CellValue, streamXlsxRows, XLSX_MAX_ROWS_PER_SHEET } from 'hucre/xlsx'
import { isCutText } from '#lib/text/cell-text.ts'
import { AppError } from '#server/platform/errors.ts'
import { pickCell } from './json-source.ts'
import { assertColumns, isUtcColumn, nameColumns, type Source, type SourceRow } from './source.ts'
import { readWorkbookPart } from './unpack.ts'

const portionRows = 500

/**
 * Opens a sheet of a workbook (XLSX): the one of that name, else the first visible one. Its first row with content is
 * the header. Throws `invalid_request` if the workbook is damaged or has no such sheet.
 */
export async function openWorkbook(path: string, size: number, requestedSheet?: string): Promise<Source> {
  const { sheets, sheet } = await chooseSheet(path, requestedSheet)
  const { header, index: headerIndex } = await readHeader(path, sheet)
  assertColumns(header.length, headerIndex + 1)
  const { names, remarks } = nameColumns(header.map((cell) => String(cell ?? '')))
  const isUtc = names.map(isUtcColumn)
  return {
    format: 'XLSX',
    encoding: 'utf-8',
    header: names,
    sheets,
    sheet,
    remarks: sheets.length > 1 ? [`Of the sheets ${sheets.join(', ')}, ${sheet} is read.`, ...remarks] : remarks,
    size,
    pick: (column) => pickCell(names, column),
    async *rows(onBytes) {
      let portion: SourceRow[] = []
      let ordinal = 0
      for await (const { index, values } of streamRows(path, sheet)) {
        assertColumns(values.length, getLine(index, ordinal + 1), 'row')
        if (index === headerIndex || values.every(isEmpty)) continue
        ordinal += 1
        portion.push(readRow({ ordinal, line: getLine(index, ordinal) }, values, isUtc))
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

const createDamagedError = (path: string, error: unknown) => {
  const reason = error instanceof Error ? error.message : String(error)
  return new AppError('invalid_request', `${basename(path)} cannot be read as a workbook: ${reason}`)
}

async function* streamRows(path: string, sheet: string | undefined) {
  const bytes = Readable.toWeb(createReadStream(path)) as ReadableStream<Uint8Array>
  try {
    yield* streamXlsxRows(bytes, sheet === undefined ? {} : { sheet })
  } catch (error) {
    throw createDamagedError(path, error)
  }
}

async function chooseSheet(path: string, requested: string | undefined) {
  const part = await readWorkbookPart(path).catch((error) => {
    throw createDamagedError(path, error)
  })
  const sheets: string[] = []
  const onopentag = (tag: string, { name, state }: Readonly<Record<string, string>>) => {
    if (/^(?:\w+:)?sheet$/.test(tag) && name !== undefined && !state?.includes('idden')) sheets.push(name)
  }
  new Parser({ onopentag }, { xmlMode: true }).end(part)
  if (requested === undefined || sheets.includes(requested)) return { sheets, sheet: requested ?? sheets[0] }
  throw new AppError('invalid_request', `${basename(path)} has no sheet "${requested}", but ${sheets.join(', ')}.`)
}

async function readHeader(path: string, sheet: string | undefined) {
  for await (const { index, values } of streamRows(path, sheet)) {
    if (!values.every(isEmpty)) return { header: values, index }
  }
  return { header: [], index: 0 }
}

const isEmpty = (cell: CellValue | undefined) => cell === null || cell === undefined || cell === ''

/** Returns the line of a row; the index in the file may be wrong. */
const getLine = (index: number, ordinal: number) =>
  index >= 0 && index < XLSX_MAX_ROWS_PER_SHEET ? index + 1 : ordinal + 1

function readRow(
  row: Pick<SourceRow, 'ordinal' | 'line'>,
  values: readonly CellValue[],
  isUtc: readonly boolean[],
): SourceRow {
  const beyond = values.slice(isUtc.length).some((cell) => !isEmpty(cell))
  const content = (beyond ? values : isUtc).map((_, index) => printCell(values[index] ?? null, isUtc[index] ?? false))
  if (beyond) return { ...row, content, fault: `has ${values.length} cells where the header has ${isUtc.length}` }
  if (!content.some(isCutText)) return { ...row, content }
  return { ...row, content, fault: 'has a text that was cut to fit into a workbook; import it from CSV or NDJSON' }
}

/** Formats a cell as the text that a CSV file would have. */
function printCell(cell: CellValue, isUtc: boolean): string {
  if (cell === null) return ''
  if (!(cell instanceof Date) || Number.isNaN(cell.getTime())) return String(cell)
  const iso = cell.toISOString()
  if (isUtc) return iso
  return iso.endsWith('T00:00:00.000Z') ? iso.slice(0, 10) : iso.slice(0, -1).replace('T', ' ')
}
