import { findDateFormat } from '../cells/date-format.ts'
import { exists } from '../cells/date-parts.ts'

const days = [
  ...['dd-MM-yyyy', 'MM-dd-yyyy', 'dd/MM/yyyy', 'MM/dd/yyyy', 'dd.MM.yyyy', 'd/M/yyyy', 'M/d/yyyy', 'd-M-yyyy'],
  ...['M-d-yyyy', 'd.M.yyyy', 'dd-MM-yy', 'MM-dd-yy', 'dd/MM/yy', 'MM/dd/yy', 'dd.MM.yy', 'yyyy-MM-dd', 'yyyy/MM/dd'],
  ...['dd MMM yyyy', 'd MMM yyyy', 'dd-MMM-yyyy', 'dd-MMM-yy', 'MMM d, yyyy', 'yyyyMMdd'],
]
const times = [
  ...['', ' HH:mm', ' HH:mm:ss', ' H:mm', ' H:mm:ss', ' h:mm a', ' hh:mm a', ' h:mm:ss a', ' hh:mm:ss a', ' HH.mm'],
  ...["'T'HH:mm", "'T'HH:mm:ss", "'T'HH:mm:ssXXX", ', HH:mm'],
]
const candidates = days.flatMap((day) => times.map((time) => `${day}${time}`))

/** The usual formats that fit all examples of a column of dates. */
export function fittingFormats(examples: readonly string[]): string[] {
  const filled = examples.filter((example) => example.trim() !== '')
  if (filled.length === 0) return []
  return candidates.filter((candidate) => {
    const read = findDateFormat(candidate)
    return filled.every((example) => {
      const parts = read?.(example.trim())
      return parts !== undefined && exists(parts)
    })
  })
}
