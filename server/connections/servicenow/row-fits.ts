import type { Condition, EncodedQuery } from './encoded-query.ts'
import type { RemoteRow } from './table-api.ts'

/** Tolerance for dates in milliseconds: ServiceNow may read the dates of a filter in the zone of the account. */
const dateTolerance = 26 * 3_600_000

/**
 * Returns false only if a row certainly does not match a filter. Conditions with scripts, unknown operators or missing
 * fields count as met.
 */
export const rowFits = (row: RemoteRow, filter: EncodedQuery): boolean =>
  filter.some((groups) => groups.every((group) => group.some((condition) => mayMeet(row, condition))))

function mayMeet(row: RemoteRow, { field, operator, value }: Condition): boolean {
  const raw = row[field]
  if (typeof raw !== 'string' || value.includes('javascript:') || value.startsWith('DYNAMIC')) return true
  const cell = raw.toLowerCase()
  const lowerValue = value.toLowerCase() === 'null' ? '' : value.toLowerCase()
  const list = lowerValue.split(',').map((part) => part.trim())
  switch (operator) {
    case '=':
      return isEqual(cell, lowerValue)
    case '!=':
      return cell === '' || !(cell === lowerValue)
    case '>':
    case '>=':
      return compare(cell, lowerValue) >= (operator === '>' ? Number.MIN_VALUE : 0)
    case '<':
    case '<=':
      return compare(lowerValue, cell) >= (operator === '<' ? Number.MIN_VALUE : 0)
    case 'ISEMPTY':
      return cell === ''
    case 'ISNOTEMPTY':
      return cell !== ''
    case 'LIKE':
      return cell.includes(lowerValue)
    case 'NOT LIKE':
    case 'NOTLIKE':
      return cell === '' || !cell.includes(lowerValue)
    case 'STARTSWITH':
      return cell.startsWith(lowerValue)
    case 'ENDSWITH':
      return cell.endsWith(lowerValue)
    case 'IN':
      return list.some((part) => isEqual(cell, part))
    case 'NOT IN':
      return cell === '' || !list.includes(cell)
    default:
      return true
  }
}

const isDate = (text: string) => /^\d{4}-\d\d-\d\d/.test(text)
const parseTime = (text: string) => Date.parse(`${text.slice(0, 10)}T${text.slice(11, 19) || '00:00:00'}Z`)

/** The spellings of true and false. */
const truths: Readonly<Record<string, boolean>> = { true: true, 1: true, false: false, 0: false, '': false }

function isEqual(cell: string, value: string): boolean {
  if (isDate(cell) && isDate(value)) return Math.abs(parseTime(cell) - parseTime(value)) <= dateTolerance
  if (truths[cell] !== undefined && truths[cell] === truths[value]) return true
  return cell === value || (cell !== '' && value !== '' && Number(cell) === Number(value))
}

/** Compares two values: above 0 if the first is greater, 1 if they cannot be compared. */
function compare(left: string, right: string): number {
  if (isDate(left) && isDate(right)) return parseTime(left) - parseTime(right) + dateTolerance
  const first = Number(left)
  const second = Number(right)
  return left === '' || right === '' || Number.isNaN(first) || Number.isNaN(second) ? 1 : first - second
}
