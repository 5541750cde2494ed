import { writeXlsxStream, XLSX_MAX_ROWS_PER_SHEET } from 'hucre/xlsx'
import type { ListShape } from '#lib/contracts/whole-list.ts'
import { writeWorkbookText } from '#lib/text/cell-text.ts'
import { formatNested } from './nested-text.ts'

/** Maximum records of a sheet below its header. */
export const maxWorkbookRecords = XLSX_MAX_ROWS_PER_SHEET - 1

/** The first day that Excel numbers correctly: it has a February 29 in 1900. */
const firstDay = Date.UTC(1900, 2, 1)

const formats = { day: 'yyyy-mm-dd', moment: 'yyyy-mm-dd hh:mm:ss' }

type WorkbookRow = Readonly<Record<string, unknown>>

/** A workbook (XLSX) of one sheet, written while its records are read. Text is never a formula. */
export function writeWorkbook(
  fields: readonly string[],
  dates: ListShape['dates'],
  pages: AsyncIterable<readonly WorkbookRow[]>,
): AsyncIterable<Uint8Array> {
  async function* rows() {
    for await (const records of pages) {
      for (const record of records) yield fields.map((field) => toCell(record[field], field in dates))
    }
  }
  const columns = fields.map((field) => {
    const kind = dates[field]
    return {
      header: kind === 'moment' ? `${field} (UTC)` : field,
      width: kind === undefined ? 18 : 20,
      ...(kind && { numFmt: formats[kind] }),
    }
  })
  return writeXlsxStream(rows(), { name: 'Records', columns, freezePane: { rows: 1 } })
}

function toCell(value: unknown, isDate: boolean): string | number | boolean | Date | null {
  if (value === null || value === undefined) return null
  if (typeof value === 'number' || typeof value === 'boolean') return value
  const text = typeof value === 'string' ? value : formatNested(value)
  const date = new Date(isDate ? text : Number.NaN)
  if (date.getTime() >= firstDay) return date
  return writeWorkbookText(text)
}
