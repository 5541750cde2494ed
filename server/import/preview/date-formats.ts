import { findDateFormat } from '#server/import/cells/date-format.ts'
import { isExistingDate } from '#server/import/cells/date-parts.ts'

const days = [
  'dd-MM-yyyy',
  'MM-dd-yyyy',
  'dd/MM/yyyy',
  'MM/dd/yyyy',
  'dd.MM.yyyy',
  'd/M/yyyy',
  'M/d/yyyy',
  'd-M-yyyy',
  'M-d-yyyy',
  'd.M.yyyy',
  'dd-MM-yy',
  'MM-dd-yy',
  'dd/MM/yy',
  'MM/dd/yy',
  'dd.MM.yy',
  'yyyy-MM-dd',
  'yyyy/MM/dd',
  'dd MMM yyyy',
  'd MMM yyyy',
  'dd-MMM-yyyy',
  'dd-MMM-yy',
  'MMM d, yyyy',
  'yyyyMMdd',
]
const times = [
  '',
  ' HH:mm',
  ' HH:mm:ss',
  ' H:mm',
  ' H:mm:ss',
  ' h:mm a',
  ' hh:mm a',
  ' h:mm:ss a',
  ' hh:mm:ss a',
  ' HH.mm',
  "'T'HH:mm",
  "'T'HH:mm:ss",
  "'T'HH:mm:ssXXX",
  ', HH:mm',
]
const candidates = days.flatMap((day) => times.map((time) => `${day}${time}`))

/** Lists the usual formats that fit all examples of a column of dates and with which most of them are valid dates. */
export function findFittingFormats(examples: readonly string[]): string[] {
  const filled = examples.map((example) => example.trim()).filter((example) => example !== '')
  const fitting = candidates.flatMap((format) => {
    const read = findDateFormat(format)
    const dates = filled.flatMap((example) => read?.(example) ?? [])
    return dates.length === filled.length ? [{ format, existing: dates.filter(isExistingDate).length }] : []
  })
  const most = Math.max(1, ...fitting.map(({ existing }) => existing))
  return fitting.filter(({ existing }) => existing === most).map(({ format }) => format)
}
